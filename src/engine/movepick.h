/* SPDX-License-Identifier: MIT */
/* Yields the moves of a node one by one, the most promising first. Generates them in stages,
 * because most nodes end in a cutoff before the last:
 *
 *   1. the move of the transposition table
 *   2. captures and promotions that do not lose material
 *   3. quiet moves: killers and the counter-move first, then by history
 *   4. captures that lose material */
#ifndef ENGINE_MOVEPICK_H
#define ENGINE_MOVEPICK_H

#include "engine/checks.h"
#include "engine/history.h"
#include "rookery/moves.h"
#include "rules/play.h"

struct scored_move {
    int score;
    rk_move move;
};

enum movepick_stage {
    STAGE_TT_MOVE,
    STAGE_GENERATE_NOISY,
    STAGE_GOOD_NOISY,
    STAGE_GENERATE_QUIETS,
    STAGE_QUIETS,
    STAGE_BAD_NOISY,
    STAGE_DONE
};

enum movepick_mode { MOVEPICK_ALL, MOVEPICK_NOISY, MOVEPICK_NOISY_AND_CHECKS };

struct move_picker {
    /* set by the caller */
    const rk_position *pos;
    struct history *history;
    const int *values;                   /* of the pieces, by kind */
    continuation_table *continuation[3]; /* of the moves 1, 2 and 4 plies ago */
    const struct checks *checks;
    uint64_t threats;                          /* squares that the opponent attacks */
    rk_move tt_move, killers[2], counter_move; /* tt_move is legal or RK_NO_MOVE */
    int threshold;                             /* captures that win less are bad */
    enum movepick_mode mode;
    bool no_quiets;                  /* may be set between calls: skip the remaining quiet moves */
    struct scored_move *move_buffer; /* room for RK_MOVES_MAX moves */
    /* private */
    enum movepick_stage stage;
    struct scored_move *next, *end, *bad_noisy_end;
};

/* RK_NO_MOVE after the last. */
rk_move movepick_next(struct move_picker *picker);
/* Whether the last move is a capture that loses material. */
RK_INLINE bool movepick_is_bad_noisy(const struct move_picker *picker)
{
    return picker->stage == STAGE_BAD_NOISY;
}

/* The kind a move captures, or RK_NO_KIND. */
RK_INLINE rk_kind captured_kind(const rk_position *pos, rk_move move)
{
    if (rk_move_type(move) == RK_EN_PASSANT)
        return RK_PAWN;
    return pos->by[other((rk_side)pos->turn)] & bit(rk_move_to(move))
               ? kind_on(pos, rk_move_to(move))
               : RK_NO_KIND;
}

/* Captures and promotions. */
RK_INLINE bool is_noisy(const rk_position *pos, rk_move move)
{
    const unsigned type = rk_move_type(move);
    return (type != RK_CASTLING &&
            pos->by[rk_side_other((rk_side)pos->turn)] >> rk_move_to(move) & 1) ||
           type == RK_EN_PASSANT || type >= RK_PROMOTION;
}

#endif
