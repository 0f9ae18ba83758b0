/* SPDX-License-Identifier: MIT */
/* Playing below one's strength, as people do: they look at less, have likes and dislikes that
 * mislead them, and do not see some replies. What they see they play as well as they can. All of
 * it follows from a seed and the position: asked again, the same player errs the same way. */
#ifndef ENGINE_LEVELS_H
#define ENGINE_LEVELS_H

#include "rookery/position.h"

struct handicap {
    uint64_t nodes;     /* it looks at no more once it has seen every move; 0: no handicap */
    int eval_noise;     /* of a man's place, and of a position: hundredths of a pawn at most */
    unsigned oversight; /* quiet moves, of a thousand, that it does not see; half the captures */
};

/* Of a person of that strength; 0 has none. */
struct handicap handicap_for_elo(unsigned elo);

/* Somebody with a handicap, in front of a position. */
struct error_model {
    struct handicap handicap;
    uint64_t seed, move_seed;               /* of a game; of this move of it */
    int16_t square_bias[RK_KIND_COUNT][64]; /* by how much a man on a square is overrated */
};

/* Tastes last for the game, which has the seed; what is is_overlooked, for the move. */
struct error_model error_model_create(struct handicap handicap, uint64_t seed,
                                      const rk_position *pos);

/* How wrong the judgement of a position is, seen from the side to move. */
int error_model_eval_error(const struct error_model *error_model, const rk_position *pos);
/* Whether a move in a position is not seen; `last` led there, if anything did. */
bool error_model_overlooks(const struct error_model *error_model, const rk_position *pos,
                           rk_move move, rk_move last);

#endif
