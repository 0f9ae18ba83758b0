/* SPDX-License-Identifier: MIT */
/* Whether a position ends the game, why, and who wins. Ends that depend on the
 * history of the game or on the players (repetition, resignation, agreement)
 * are in game.h. */
#ifndef ROOKERY_OUTCOME_H
#define ROOKERY_OUTCOME_H

#include <stddef.h>

#include "rookery/position.h"

RK_BEGIN_C

/* Why a position ends the game; RK_NOT_OVER if it does not. */
typedef enum rk_end {
#define ROW(end, text) end,
#include "rookery/ends.def"
} rk_end;

/* The winner of a game; RK_NOBODY_WINS for a draw and while the game is in progress. */
typedef enum rk_winner { RK_WHITE_WINS, RK_BLACK_WINS, RK_NOBODY_WINS } rk_winner;

/* An end and the winner it gives. */
typedef struct rk_outcome {
    rk_end end;
    rk_winner winner;
} rk_outcome;

/* Returns whether and how the position ends the game, without a claim by a player. */
rk_outcome rk_position_outcome(const rk_position *pos);

/* Returns a description for people, such as "checkmate". Static storage. */
const char *rk_end_text(rk_end end);

/* Returns true unless it is certain that `side` cannot win any more, even with the opponent's
 * help: it has too little material for the goal of the variant. If it cannot win, the game is drawn
 * when the opponent's flag falls. */
bool rk_position_can_win(const rk_position *pos, rk_side side);

/* Returns true if a draw can be claimed by the fifty-move rule: fifty moves
 * without a capture or a pawn move. */
bool rk_position_fifty_moves(const rk_position *pos);

/* Returns how often the last of `count` positions occurs among them, itself
 * included. A player can claim a draw at three; the game ends at five. */
size_t rk_repetitions(const rk_position *positions, size_t count);

RK_END_C

#endif
