/* SPDX-License-Identifier: MIT */
#include "engine/pick.h"

#include "engine/see.h"
#include "rules/play.h"

enum {
    KILLER_SCORE = 1 << 20, /* above any history */
    VALUE_WEIGHT = 16,
    CHECK_BONUS = 6000
};

static rk_kind prey_of(const rk_position *pos, rk_move move)
{
    if (rk_move_what(move) == RK_EN_PASSANT)
        return RK_PAWN;
    return pos->by[other((rk_side)pos->turn)] & bit(rk_move_to(move))
               ? kind_on(pos, rk_move_to(move))
               : RK_NO_KIND;
}

static int noisy_score(const struct picker *picker, rk_move move)
{
    const rk_position *const pos = picker->pos;
    const rk_kind prey = prey_of(pos, move), becomes = rk_move_promotion(move);
    const unsigned piece = piece_index((rk_side)pos->turn, kind_on(pos, rk_move_from(move)));
    int score = picker->values[prey] * VALUE_WEIGHT +
                picker->history->capture[piece][rk_move_to(move)][prey];
    if (becomes != RK_NO_KIND)
        score += (picker->values[becomes] - picker->values[RK_QUEEN] / 2) * VALUE_WEIGHT;
    return score;
}

static void make_noisy(struct picker *picker)
{
    const rk_position *const pos = picker->pos;
    const rk_side us = (rk_side)pos->turn;
    rk_move moves[2 * RK_MOVES_MAX];
    const uint64_t promoting = pos->of[RK_PAWN] & pos->by[us] & rank(us, 7);
    size_t made = rk_moves_select(pos, ALL_SQUARES, pos->by[other(us)], moves);
    if (promoting)
        made += rk_moves_select(pos, promoting, rank(us, 8) & ~occupied(pos), moves + made);
    if (pos->en_passant != RK_NO_SQUARE)
        made += rk_moves_select(pos, pos->of[RK_PAWN] & pos->by[us], bit(pos->en_passant),
                                moves + made);
    picker->next = picker->end = picker->losing = picker->room;
    for (size_t i = 0; i < made; i++) // drops are listed with whatever may go to empty squares
        if (moves[i] != picker->hash && rk_move_what(moves[i]) != RK_DROP)
            *picker->end++ = (struct candidate){noisy_score(picker, moves[i]), moves[i]};
}

// Quiet moves of one piece come one after the other: it is looked up once.
static void score_quiets(struct picker *picker, const rk_move *moves, size_t made)
{
    const rk_position *const pos = picker->pos;
    const struct history *const history = picker->history;
    const rk_side us = (rk_side)pos->turn;
    rk_kind kind = RK_NO_KIND;
    int last = -1;
    for (size_t i = 0; i < made; i++) {
        const rk_move move = moves[i];
        const int from = rk_move_from(move), to = rk_move_to(move);
        if (move == picker->hash || rk_move_what(move) == RK_EN_PASSANT)
            continue;
        const bool drop = rk_move_what(move) == RK_DROP;
        if (drop || from != last)
            kind = drop ? (rk_kind)from : kind_on(pos, from);
        last = drop ? -1 : from;
        const unsigned piece = piece_index(us, kind);
        int score = history->butterfly[us][move & 4095] + (*picker->continuation[0])[piece][to] +
                    (*picker->continuation[1])[piece][to] +
                    (*picker->continuation[2])[piece][to] / 2;
        if (picker->checks->from[kind] & bit(to))
            score += CHECK_BONUS;
        if (move == picker->killers[0])
            score += 3 * KILLER_SCORE;
        else if (move == picker->killers[1])
            score += 2 * KILLER_SCORE;
        else if (move == picker->counter)
            score += KILLER_SCORE;
        *picker->end++ = (struct candidate){score, move};
    }
}

static void make_quiets(struct picker *picker)
{
    const rk_position *const pos = picker->pos;
    const rk_side us = (rk_side)pos->turn;
    rk_move moves[2 * RK_MOVES_MAX];
    const uint64_t promoting = pos->of[RK_PAWN] & pos->by[us] & rank(us, 7);
    const uint64_t castling = pos->castling & pos->by[us];
    picker->next = picker->end;
    const size_t made = rk_moves_select(pos, ~promoting, ~occupied(pos) | castling, moves);
    score_quiets(picker, moves, made);
}

// Only those that give check directly.
static void make_checks(struct picker *picker)
{
    const rk_position *const pos = picker->pos;
    const uint64_t own = pos->by[pos->turn] & ~(pos->of[RK_PAWN] & rank((rk_side)pos->turn, 7));
    rk_move moves[2 * RK_MOVES_MAX];
    picker->next = picker->end;
    if (rk_variant_rules((rk_variant)pos->variant) & RK_CAPTURES_DROP)
        return; // drops are always listed, and there is no end of them
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        const uint64_t targets = picker->checks->from[kind] & ~occupied(pos);
        if (!targets || !(pos->of[kind] & own))
            continue;
        score_quiets(picker, moves, rk_moves_select(pos, pos->of[kind] & own, targets, moves));
    }
}

static struct candidate take_best(struct picker *picker)
{
    struct candidate *best = picker->next;
    int most = best->score;
    for (struct candidate *each = best + 1; each < picker->end; each++) {
        best = each->score > most ? each : best; // both without a jump: none would be foreseen
        most = each->score > most ? each->score : most;
    }
    const struct candidate taken = *best;
    *best = *picker->next;
    picker->next++;
    return taken;
}

static rk_move next_noisy(struct picker *picker)
{
    while (picker->next < picker->end) {
        const struct candidate taken = take_best(picker);
        if (see_at_least(picker->pos, taken.move, picker->threshold, picker->values))
            return taken.move;
        *picker->losing++ = taken; // never beyond what was taken
    }
    return RK_NO_MOVE;
}

static rk_move next_losing(struct picker *picker)
{
    return picker->next < picker->losing ? (picker->next++)->move : (rk_move)RK_NO_MOVE;
}

static void make_what_follows(struct picker *picker)
{
    picker->next = picker->end;
    if (picker->wish == WISH_ALL && !picker->no_quiets)
        make_quiets(picker);
    else if (picker->wish == WISH_NOISY_AND_CHECKS)
        make_checks(picker);
}

rk_move pick_next(struct picker *picker)
{
    rk_move move;
    switch (picker->stage) {
    case PICK_HASH:
        picker->stage = PICK_MAKE_NOISY;
        if (picker->hash)
            return picker->hash;
        // fall through
    case PICK_MAKE_NOISY:
        make_noisy(picker);
        picker->stage = PICK_NOISY;
        // fall through
    case PICK_NOISY:
        move = next_noisy(picker);
        if (move)
            return move;
        // fall through
    case PICK_MAKE_QUIET:
        make_what_follows(picker);
        picker->stage = PICK_QUIET;
        // fall through
    case PICK_QUIET:
        if (picker->next < picker->end && !picker->no_quiets)
            return take_best(picker).move;
        picker->stage = picker->wish == WISH_ALL ? PICK_LOSING : PICK_DONE;
        picker->next = picker->room;
        // fall through
    case PICK_LOSING:
        if (picker->stage == PICK_LOSING)
            return next_losing(picker);
        // fall through
    case PICK_DONE:
        break;
    }
    return RK_NO_MOVE;
}
