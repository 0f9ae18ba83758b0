/* SPDX-License-Identifier: MIT */
/* What a position says about the end of the game: why, and who won. Ends that
 * need the game's history or the players' word are the game's business. */
#ifndef ROOKERY_OUTCOME_H
#define ROOKERY_OUTCOME_H

#include <stddef.h>

#include "rookery/position.h"

RK_BEGIN_C

typedef enum rk_end {
#define ROW(end, text) end,
#include "rookery/ends.def"
} rk_end;

typedef enum rk_winner { RK_WHITE_WINS, RK_BLACK_WINS, RK_NOBODY_WINS } rk_winner;

typedef struct rk_outcome {
    rk_end end;
    rk_winner winner;
} rk_outcome;

/* The end the rules call by themselves, without anybody's claim. */
rk_outcome rk_position_outcome(const rk_position *pos);

/* A sentence for a person. Static storage. */
const char *rk_end_text(rk_end end);

/* Whether `side` could still win by some sequence of legal moves, as far as the
 * material tells. If its opponent's flag falls and it could not, it is a draw. */
bool rk_position_can_win(const rk_position *pos, rk_side side);

/* Fifty moves without a capture or a pawn move: a draw, if claimed. */
bool rk_position_fifty_moves(const rk_position *pos);

/* How often the last of `count` positions stands in the list, itself included;
 * three may be claimed as a draw, five end the game. */
size_t rk_repetitions(const rk_position *positions, size_t count);

RK_END_C

#endif
