/* SPDX-License-Identifier: MIT */
/* The moves of a node one by one, the most promising first. They are generated in
 * stages, since most nodes end before they come to the last:
 *
 *   1. the move of the table
 *   2. captures and promotions that do not lose material
 *   3. quiet moves: killers and the counter-move first, then by history
 *   4. captures that lose material */
#ifndef ENGINE_PICK_H
#define ENGINE_PICK_H

#include "engine/checks.h"
#include "engine/history.h"
#include "rookery/moves.h"

struct candidate {
    int score;
    rk_move move;
};

enum pick_stage {
    PICK_HASH,
    PICK_MAKE_NOISY,
    PICK_NOISY,
    PICK_MAKE_QUIET,
    PICK_QUIET,
    PICK_LOSING,
    PICK_DONE
};

enum pick_wish { WISH_ALL, WISH_NOISY, WISH_NOISY_AND_CHECKS };

struct picker {
    /* set by its user */
    const rk_position *pos;
    const struct history *history;
    const int *values;                   /* of the kinds */
    continuation_table *continuation[3]; /* of the moves 1, 2 and 4 plies ago */
    const struct checks *checks;
    rk_move hash, killers[2], counter; /* the first one legal, or none */
    int threshold;                     /* captures that win less are losing ones */
    enum pick_wish wish;
    bool no_quiets;         /* may be set on the way: they are not wanted any more */
    struct candidate *room; /* for RK_MOVES_MAX candidates */
    /* its own */
    enum pick_stage stage;
    struct candidate *next, *end, *losing;
};

/* RK_NO_MOVE after the last. */
rk_move pick_next(struct picker *picker);
/* The stage its last move came from. */
RK_INLINE bool picked_losing(const struct picker *picker)
{
    return picker->stage == PICK_LOSING;
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
