/* SPDX-License-Identifier: MIT */
#include "engine/movepick.h"

#include "engine/see.h"

enum {
    KILLER_SCORE = 1 << 20, /* above any history */
    VALUE_WEIGHT = 16,
    CHECK_BONUS = 6000
};

static int score_noisy(const struct move_picker *picker, rk_move move)
{
    const rk_position *const pos = picker->pos;
    const rk_kind captured = captured_kind(pos, move), promotion = rk_move_promotion(move);
    const unsigned piece = piece_index((rk_side)pos->turn, kind_on(pos, rk_move_from(move)));
    int score = picker->values[captured] * VALUE_WEIGHT +
                picker->history->capture[piece][rk_move_to(move)][captured];
    if (promotion != RK_NO_KIND)
        score += (picker->values[promotion] - picker->values[RK_QUEEN] / 2) * VALUE_WEIGHT;
    return score;
}

static void generate_noisy(struct move_picker *picker)
{
    const rk_position *const pos = picker->pos;
    const rk_side us = (rk_side)pos->turn;
    rk_move moves[2 * RK_MOVES_MAX];
    const uint64_t promoting = pos->of[RK_PAWN] & pos->by[us] & rank(us, 7);
    size_t generated = rk_moves_select(pos, ALL_SQUARES, pos->by[other(us)], moves);
    if (promoting)
        generated +=
            rk_moves_select(pos, promoting, rank(us, 8) & ~occupied(pos), moves + generated);
    if (pos->en_passant != RK_NO_SQUARE)
        generated += rk_moves_select(pos, pos->of[RK_PAWN] & pos->by[us], bit(pos->en_passant),
                                     moves + generated);
    picker->next = picker->end = picker->bad_noisy_end = picker->move_buffer;
    // rk_moves_select() also returns drops onto the targets.
    for (size_t i = 0; i < generated; i++)
        if (moves[i] != picker->tt_move && rk_move_type(moves[i]) != RK_DROP)
            *picker->end++ = (struct scored_move){score_noisy(picker, moves[i]), moves[i]};
}

// The moves of one piece follow each other, so its kind is looked up once.
static void score_quiets(struct move_picker *picker, const rk_move *moves, size_t generated)
{
    const rk_position *const pos = picker->pos;
    const rk_side us = (rk_side)pos->turn;
    rk_kind kind = RK_NO_KIND;
    int last = -1;
    for (size_t i = 0; i < generated; i++) {
        const rk_move move = moves[i];
        const int from = rk_move_from(move), to = rk_move_to(move);
        if (move == picker->tt_move || rk_move_type(move) == RK_EN_PASSANT)
            continue;
        const bool drop = rk_move_type(move) == RK_DROP;
        if (drop || from != last)
            kind = drop ? (rk_kind)from : kind_on(pos, from);
        last = drop ? -1 : from;
        const unsigned piece = piece_index(us, kind);
        int score = *butterfly_entry(picker->history, us, picker->threats, move) +
                    (*picker->continuation[0])[piece][to] + (*picker->continuation[1])[piece][to] +
                    (*picker->continuation[2])[piece][to] / 2;
        if (picker->checks->from[kind] & bit(to))
            score += CHECK_BONUS;
        if (move == picker->killers[0])
            score += 3 * KILLER_SCORE;
        else if (move == picker->killers[1])
            score += 2 * KILLER_SCORE;
        else if (move == picker->counter_move)
            score += KILLER_SCORE;
        *picker->end++ = (struct scored_move){score, move};
    }
}

static void generate_quiets(struct move_picker *picker)
{
    const rk_position *const pos = picker->pos;
    const rk_side us = (rk_side)pos->turn;
    rk_move moves[2 * RK_MOVES_MAX];
    const uint64_t promoting = pos->of[RK_PAWN] & pos->by[us] & rank(us, 7);
    const uint64_t castling = pos->castling & pos->by[us];
    picker->next = picker->end;
    const size_t generated = rk_moves_select(pos, ~promoting, ~occupied(pos) | castling, moves);
    score_quiets(picker, moves, generated);
}

// Direct checks only, no discovered ones.
static void generate_checks(struct move_picker *picker)
{
    const rk_position *const pos = picker->pos;
    const uint64_t own = pos->by[pos->turn] & ~(pos->of[RK_PAWN] & rank((rk_side)pos->turn, 7));
    rk_move moves[2 * RK_MOVES_MAX];
    picker->next = picker->end;
    if (rk_variant_rules((rk_variant)pos->variant) & RK_CAPTURES_DROP)
        return; // there are too many drops
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        const uint64_t targets = picker->checks->from[kind] & ~occupied(pos);
        if (!targets || !(pos->of[kind] & own))
            continue;
        score_quiets(picker, moves, rk_moves_select(pos, pos->of[kind] & own, targets, moves));
    }
}

static struct scored_move pop_best(struct move_picker *picker)
{
    struct scored_move *best = picker->next;
    int best_score = best->score;
    for (struct scored_move *each = best + 1; each < picker->end; each++) {
        // Conditional moves: a branch here would be mispredicted.
        best = each->score > best_score ? each : best;
        best_score = each->score > best_score ? each->score : best_score;
    }
    const struct scored_move taken = *best;
    *best = *picker->next;
    picker->next++;
    return taken;
}

static rk_move next_good_noisy(struct move_picker *picker)
{
    while (picker->next < picker->end) {
        const struct scored_move taken = pop_best(picker);
        if (see_at_least(picker->pos, taken.move, picker->threshold, picker->values))
            return taken.move;
        *picker->bad_noisy_end++ = taken; // overwrites only moves that were taken
    }
    return RK_NO_MOVE;
}

static rk_move next_bad_noisy(struct move_picker *picker)
{
    return picker->next < picker->bad_noisy_end ? (picker->next++)->move : (rk_move)RK_NO_MOVE;
}

static void generate_quiets_or_checks(struct move_picker *picker)
{
    picker->next = picker->end;
    if (picker->mode == MOVEPICK_ALL && !picker->no_quiets)
        generate_quiets(picker);
    else if (picker->mode == MOVEPICK_NOISY_AND_CHECKS)
        generate_checks(picker);
}

rk_move movepick_next(struct move_picker *picker)
{
    rk_move move;
    switch (picker->stage) {
    case STAGE_TT_MOVE:
        picker->stage = STAGE_GENERATE_NOISY;
        if (picker->tt_move)
            return picker->tt_move;
        // fall through
    case STAGE_GENERATE_NOISY:
        generate_noisy(picker);
        picker->stage = STAGE_GOOD_NOISY;
        // fall through
    case STAGE_GOOD_NOISY:
        move = next_good_noisy(picker);
        if (move)
            return move;
        // fall through
    case STAGE_GENERATE_QUIETS:
        generate_quiets_or_checks(picker);
        picker->stage = STAGE_QUIETS;
        // fall through
    case STAGE_QUIETS:
        if (picker->next < picker->end && !picker->no_quiets)
            return pop_best(picker).move;
        picker->stage = picker->mode == MOVEPICK_ALL ? STAGE_BAD_NOISY : STAGE_DONE;
        picker->next = picker->move_buffer;
        // fall through
    case STAGE_BAD_NOISY:
        if (picker->stage == STAGE_BAD_NOISY)
            return next_bad_noisy(picker);
        // fall through
    case STAGE_DONE:
        break;
    }
    return RK_NO_MOVE;
}
