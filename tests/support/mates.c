/* SPDX-License-Identifier: MIT */
#include "support/mates.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"
#include "rookery/outcome.h"

enum {
    TABLE_SIZE = 1 << 20,
    QUIET_MOVES_MAX = 2, /* with so many moves left or fewer, quiet ones are tried too */
    MOVES_MAX = 256
};

/* What is known of an attacker's position: a mate in `proven` or fewer moves, none to be
 * found in `refuted` or fewer. */
struct entry {
    uint64_t key;
    uint8_t proven, refuted; /* proven 0: not */
};

struct mates {
    uint64_t left; /* positions that may still be looked at */
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

static bool attack(struct mates *mates, rk_position *pos, unsigned moves, rk_move *first);

/* All replies lose: `moves` are left to the attacker behind each. */
static bool defence_fails(struct mates *mates, rk_position *pos, unsigned moves)
{
    rk_move replies[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, replies);
    if (!count)
        return rk_position_outcome(pos).end == RK_CHECKMATE;
    if (!moves || rk_position_outcome(pos).end != RK_NOT_OVER)
        return false;
    for (size_t i = 0; i < count; i++) {
        rk_undo memo;
        rk_move how;
        rk_position_apply(pos, replies[i], &memo);
        const bool mated = attack(mates, pos, moves, &how);
        rk_position_revert(pos, &memo);
        if (!mated)
            return false;
    }
    return true;
}

/* A move, and how many replies it leaves: the fewer, the earlier it is tried. */
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
    size_t wanted = 0;
    for (size_t i = 0; i < count && wanted < MOVES_MAX; i++) {
        rk_undo memo;
        rk_position_apply(pos, moves[i], &memo);
        const bool check = rk_position_in_check(pos);
        if (check || with_quiet)
            out[wanted++] = (struct candidate){moves[i], (unsigned)rk_moves_count(pos) +
                                                             (check ? 0 : RK_MOVES_MAX)};
        rk_position_revert(pos, &memo);
    }
    qsort(out, wanted, sizeof *out, compare_candidates);
    return wanted;
}

static bool try_moves(struct mates *mates, rk_position *pos, unsigned moves, rk_move *first)
{
    struct candidate candidates[MOVES_MAX];
    const bool with_quiet = moves > 1 && moves <= QUIET_MOVES_MAX;
    const size_t count = list_candidates(pos, with_quiet, candidates);
    for (size_t i = 0; i < count && mates->left; i++) {
        rk_undo memo;
        mates->left--;
        rk_position_apply(pos, candidates[i].move, &memo);
        const bool mates_now = defence_fails(mates, pos, moves - 1);
        rk_position_revert(pos, &memo);
        if (mates_now) {
            *first = candidates[i].move;
            return true;
        }
    }
    return false;
}

static bool attack(struct mates *mates, rk_position *pos, unsigned moves, rk_move *first)
{
    struct entry *entry = &mates->table[pos->key % TABLE_SIZE];
    if (entry->key == pos->key && entry->proven && entry->proven <= moves)
        return true;
    if ((entry->key == pos->key && entry->refuted >= moves) || !mates->left)
        return false;
    // The shortest way first: what is refuted in few moves is known when there are more.
    for (unsigned few = 1; few <= moves; few++) {
        const bool proven = try_moves(mates, pos, few, first);
        if (!proven && !mates->left)
            return false;
        if (entry->key != pos->key)
            *entry = (struct entry){.key = pos->key};
        if (proven) {
            entry->proven = (uint8_t)few;
            return true;
        }
        entry->refuted = (uint8_t)few;
    }
    return false;
}

bool mates_with(struct mates *mates, const rk_position *pos, rk_move first, unsigned moves,
                uint64_t positions)
{
    rk_position next = *pos;
    rk_undo memo;
    mates->left = positions;
    if (!moves || !rk_moves_legal(pos, first))
        return false;
    rk_position_apply(&next, first, &memo);
    return defence_fails(mates, &next, moves - 1);
}

unsigned mates_in(struct mates *mates, const rk_position *pos, unsigned most, uint64_t positions,
                  rk_move *first)
{
    rk_position root = *pos;
    for (unsigned moves = 1; moves <= most; moves++) {
        rk_move list[RK_MOVES_MAX];
        const size_t count = rk_moves_list(pos, list);
        mates->left = positions;
        if (attack(mates, &root, moves, first))
            for (size_t i = 0; i < count; i++) // the table may know that, but not how
                if (mates_with(mates, pos, list[i], moves, positions)) {
                    *first = list[i];
                    return moves;
                }
    }
    return 0;
}
