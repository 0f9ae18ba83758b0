/* SPDX-License-Identifier: MIT */
#include "support/mates.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/outcome.h"

enum {
    TABLE_SIZE = 1 << 20,
    QUIET_MOVES_MAX = 2, /* moves before mate in which quiet moves are tried too */
    MOVES_MAX = 256
};

/* A position with the attacker to move: there is a mate in `proven` moves, and none in `refuted` or
 * fewer. */
struct entry {
    uint64_t key;
    uint8_t proven, refuted; /* 0: none */
};

struct mates {
    uint64_t left; /* positions that may still be searched */
    struct entry table[TABLE_SIZE];
};

struct mates *mates_create(void)
{
    return calloc(1, sizeof(struct mates));
}

void mates_destroy(struct mates *mates)
{
    free(mates);
}

static bool find_mate(struct mates *mates, rk_position *pos, unsigned moves, rk_move *first);

/* Whether the attacker mates in at most `moves` more moves after every reply. */
static bool all_replies_lose(struct mates *mates, rk_position *pos, unsigned moves)
{
    rk_move replies[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, replies);
    if (!count)
        return rk_position_outcome(pos).end == RK_CHECKMATE;
    if (!moves || rk_position_outcome(pos).end != RK_NOT_OVER)
        return false;
    for (size_t i = 0; i < count; i++) {
        rk_undo undo;
        rk_move first;
        rk_position_apply(pos, replies[i], &undo);
        const bool mated = find_mate(mates, pos, moves, &first);
        rk_position_revert(pos, &undo);
        if (!mated)
            return false;
    }
    return true;
}

/* A move and the number of replies to it. Moves with few replies are tried first. */
struct candidate {
    rk_move move;
    unsigned replies;
};

static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *one = a, *other = b;
    if (one->replies != other->replies)
        return one->replies < other->replies ? -1 : 1;
    return (one->move > other->move) - (one->move < other->move);
}

static size_t list_candidates(rk_position *pos, bool with_quiet, struct candidate *out)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    size_t found = 0;
    for (size_t i = 0; i < count && found < MOVES_MAX; i++) {
        rk_undo undo;
        rk_position_apply(pos, moves[i], &undo);
        const bool check = rk_position_in_check(pos);
        if (check || with_quiet)
            out[found++] = (struct candidate){moves[i], (unsigned)rk_moves_count(pos) +
                                                            (check ? 0 : RK_MOVES_MAX)};
        rk_position_revert(pos, &undo);
    }
    qsort(out, found, sizeof *out, compare_candidates);
    return found;
}

static bool try_moves(struct mates *mates, rk_position *pos, unsigned moves, rk_move *first)
{
    struct candidate candidates[MOVES_MAX];
    const bool with_quiet = moves > 1 && moves <= QUIET_MOVES_MAX;
    const size_t count = list_candidates(pos, with_quiet, candidates);
    for (size_t i = 0; i < count && mates->left; i++) {
        rk_undo undo;
        mates->left--;
        rk_position_apply(pos, candidates[i].move, &undo);
        const bool mates_now = all_replies_lose(mates, pos, moves - 1);
        rk_position_revert(pos, &undo);
        if (mates_now) {
            *first = candidates[i].move;
            return true;
        }
    }
    return false;
}

static bool find_mate(struct mates *mates, rk_position *pos, unsigned moves, rk_move *first)
{
    struct entry *entry = &mates->table[pos->key % TABLE_SIZE];
    if (entry->key == pos->key && entry->proven && entry->proven <= moves)
        return true;
    if ((entry->key == pos->key && entry->refuted >= moves) || !mates->left)
        return false;
    // Iterative deepening: shorter mates first.
    for (unsigned depth = 1; depth <= moves; depth++) {
        const bool proven = try_moves(mates, pos, depth, first);
        if (!proven && !mates->left)
            return false;
        if (entry->key != pos->key)
            *entry = (struct entry){.key = pos->key};
        if (proven) {
            entry->proven = (uint8_t)depth;
            return true;
        }
        entry->refuted = (uint8_t)depth;
    }
    return false;
}

bool mates_with(struct mates *mates, const rk_position *pos, rk_move first, unsigned moves,
                uint64_t positions)
{
    rk_position next = *pos;
    rk_undo undo;
    mates->left = positions;
    if (!moves || !rk_moves_legal(pos, first))
        return false;
    rk_position_apply(&next, first, &undo);
    return all_replies_lose(mates, &next, moves - 1);
}

unsigned mates_in(struct mates *mates, const rk_position *pos, unsigned max, uint64_t positions,
                  rk_move *first)
{
    rk_position root = *pos;
    for (unsigned moves = 1; moves <= max; moves++) {
        rk_move list[RK_MOVES_MAX];
        const size_t count = rk_moves_list(pos, list);
        mates->left = positions;
        if (find_mate(mates, &root, moves, first))
            for (size_t i = 0; i < count; i++) // the table has no moves
                if (mates_with(mates, pos, list[i], moves, positions)) {
                    *first = list[i];
                    return moves;
                }
    }
    return 0;
}
