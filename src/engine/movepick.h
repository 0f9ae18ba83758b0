/* SPDX-License-Identifier: MIT */
/* The moves of a node one by one, the most promising first. They are generated in
 * stages, since most nodes end before they come to the last:
 *
 *   1. the move of the table
 *   2. captures and promotions that do not lose material
 *   3. quiet moves: killers and the counter_move-move first, then by history
 *   4. captures that lose material */
#ifndef ENGINE_MOVEPICK_H
#define ENGINE_MOVEPICK_H

#include "engine/checks.h"
#include "engine/history.h"
#include "rookery/moves.h"

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
    /* set by its user */
    const rk_position *pos;
    const struct history *history;
    const int *values;                   /* of the kinds */
    continuation_table *continuation[3]; /* of the moves 1, 2 and 4 plies ago */
    const struct checks *checks;
    rk_move tt_move, killers[2], counter_move; /* the first one legal, or none */
    int threshold;                             /* captures that win less are bad_noisy_end ones */
    enum movepick_mode mode;
    bool no_quiets;                  /* may be set on the way: they are not wanted any more */
    struct scored_move *move_buffer; /* for RK_MOVES_MAX candidates */
    /* its own */
    enum movepick_stage stage;
    struct scored_move *next, *end, *bad_noisy_end;
};

/* RK_NO_MOVE after the last. */
rk_move movepick_next(struct move_picker *picker);
/* The stage its last move came from. */
RK_INLINE bool movepick_is_bad_noisy(const struct move_picker *picker)
{
    return picker->stage == STAGE_BAD_NOISY;
}

/* Captures and promotions. */
RK_INLINE bool is_noisy(const rk_position *pos, rk_move move)
{
    const unsigned what = rk_move_what(move);
    return (what != RK_CASTLING &&
            pos->by[rk_side_other((rk_side)pos->turn)] >> rk_move_to(move) & 1) ||
           what == RK_EN_PASSANT || what >= RK_PROMOTION;
}

#endif
