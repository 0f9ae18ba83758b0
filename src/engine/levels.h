/* SPDX-License-Identifier: MIT */
/* Weakens the engine to a given Elo, in a human-like way: it searches fewer nodes, misjudges
 * positions and overlooks replies. It plays the best move it finds. All errors are derived from a
 * seed and the position, so that the same player repeats the same error. */
#ifndef ENGINE_LEVELS_H
#define ENGINE_LEVELS_H

#include "rookery/position.h"

struct handicap {
    uint64_t nodes;     /* limit after depth 1; 0: no handicap */
    int eval_noise;     /* maximum error for each piece and for the position, in centipawns */
    unsigned oversight; /* permille of quiet moves overlooked; half as many captures */
};

/* 0 is full strength: no handicap. */
struct handicap handicap_for_elo(unsigned elo);

/* The errors of a player with a handicap in one search. */
struct error_model {
    struct handicap handicap;
    uint64_t seed, move_seed;               /* of the game; of this move */
    int16_t square_bias[RK_KIND_COUNT][64]; /* by how much a piece on a square is overrated */
};

/* The bias lasts for the game, which has the seed; oversights last for the move. */
struct error_model error_model_create(struct handicap handicap, uint64_t seed,
                                      const rk_position *pos);

/* The error to add to the evaluation, from the point of view of the side to move. */
int error_model_eval_error(const struct error_model *model, const rk_position *pos);
/* Whether a move is overlooked. `last` is the move that led to the position, or RK_NO_MOVE. */
bool error_model_overlooks(const struct error_model *model, const rk_position *pos, rk_move move,
                           rk_move last);

#endif
