/* SPDX-License-Identifier: MIT */
/* What results say about strength: Elo with its error, how likely one is the better,
 * and when a test may stop. Pure arithmetic. Two games with one opening and both colours
 * are a pair: their results are not independent, so that pairs, not games, are counted
 * where there are any (the pentanomial model). */
#ifndef MATCH_SCORE_H
#define MATCH_SCORE_H

#include <stdbool.h>

enum { SCORE_PAIR_COUNT = 5 };

/* Seen from one engine. pairs[n]: pairs that brought n half points, 0 to 4. */
struct score {
    unsigned long wins, draws, losses;
    unsigned long pairs[SCORE_PAIR_COUNT];
};

/* Half points of one game. */
enum score_points { SCORE_LOSS, SCORE_DRAW, SCORE_WIN };

void score_add(struct score *score, enum score_points points);
void score_add_pair(struct score *score, enum score_points first, enum score_points second);

unsigned long score_games(const struct score *score);
unsigned long score_pairs(const struct score *score);
double score_share(const struct score *score);      /* of the points, 0 to 1; a half before games */
double score_draw_ratio(const struct score *score); /* drawn games of all */

/* Half the width of the 95 % interval is the error. Infinite where all was won or lost,
 * or nothing was played: `value` then too, or 0. */
struct elo {
    double value, error;
};
struct elo score_elo(const struct score *score);
struct elo score_normalised_elo(const struct score *score);

/* The likelihood of superiority, 0 to 1. */
double score_superiority(const struct score *score);

// ---- the sequential probability ratio test ------------------------------------------------------

struct sprt {
    double elo0, elo1;  /* the hypotheses, elo0 < elo1 */
    double alpha, beta; /* chances of taking the wrong one, 0 to 0.5 */
    bool logistic;      /* the hypotheses are in logistic Elo, not in normalised */
};

enum sprt_verdict { SPRT_GOES_ON, SPRT_ACCEPTS_0, SPRT_ACCEPTS_1 };

/* The logarithm of the likelihood ratio (generalised: the likeliest distribution with
 * each strength); 0 before the first pair, or without pairs before the first game. */
double sprt_ratio(const struct sprt *sprt, const struct score *score);
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);
enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct score *score);

#endif
