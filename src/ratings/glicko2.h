/* SPDX-License-Identifier: MIT */
/* Glicko-2 as Mark Glickman describes it: pure functions of doubles on the scale that players see,
 * where 1500 is the average. The limits and rules of this server are in rating.h. */
#ifndef RATINGS_GLICKO2_H
#define RATINGS_GLICKO2_H

#include <stddef.h>

struct glicko2 {
    double rating, deviation, volatility;
};

/* One game of a rating period. */
struct glicko2_game {
    struct glicko2 opponent; /* at the start of the period; its volatility does not matter */
    double advantage;        /* points added to the player's rating for this game only */
    double score;            /* 1, 0.5 or 0 */
};

/* The rating after a period with these games. `periods` is the time since the rating was last
 * computed, in rating periods, and may be a fraction; `tau` limits the change of the volatility. */
struct glicko2 glicko2_update(struct glicko2 player, const struct glicko2_game *games, size_t count,
                              double periods, double tau);

/* The deviation after some rating periods without a game. */
double glicko2_deviation_after(struct glicko2 player, double periods);

/* The score that the player can expect in a game. */
double glicko2_expected_score(struct glicko2 player, const struct glicko2_game *game);

#endif
