/* SPDX-License-Identifier: MIT */
/* Statistics of match results: Elo with error bars, likelihood of superiority, and the sequential
 * probability ratio test. Two games with the same opening and reversed colours form a pair. Their
 * results are correlated, so pairs are counted instead of games where there are any (the
 * pentanomial model). */
#ifndef MATCH_SCORE_H
#define MATCH_SCORE_H

#include <stdbool.h>

enum { SCORE_PAIR_COUNT = 5 };

/* Results of one engine. pairs[n] counts the pairs that scored n half points, 0 to 4. */
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
double
score_share(const struct score *score); /* points per game, 0 to 1; 0.5 before the first game */
double score_draw_ratio(const struct score *score); /* draws per game */

/* The error is half the width of the 95 % confidence interval. It is infinite if all games were
 * won, all were lost, or none was played; `value` is then infinite too, or 0. */
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
    double alpha, beta; /* error probabilities, 0 to 0.5 */
    bool logistic;      /* the hypotheses are logistic, not normalised Elo */
};

enum sprt_verdict { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 };

/* The generalised log-likelihood ratio: it uses the most likely distribution of results for each
 * hypothesis. 0 before the first result. */
double sprt_llr(const struct sprt *sprt, const struct score *score);
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);
enum sprt_verdict sprt_decide(const struct sprt *sprt, const struct score *score);

#endif
