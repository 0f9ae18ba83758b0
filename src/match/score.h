/* SPDX-License-Identifier: MIT */
/* Statistics of match results: Elo with error bars, likelihood of superiority, and the sequential
 * probability ratio test. Two games with the same opening and reversed colours form a pair. Their
 * results are correlated, so pairs are counted instead of games where there are any (the
 * pentanomial model). */
#ifndef MATCH_SCORE_H
#define MATCH_SCORE_H

#include <stdbool.h>

enum {
    SCORE_PAIR_COUNT = 5,
    SCORE_PAIRS_MIN = 10 /* below that nothing can be said about the strength */
};

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

/* Whether Elo and the likelihood of superiority mean anything. They treat the mean of the results
 * as normally distributed with the variance observed. With fewer than ten pairs (or twenty games
 * that are not paired) the variance is hardly known: Student's distribution, which takes this into
 * account, gives error margins that are more than 15 % wider than the normal distribution from nine
 * degrees of freedom down. */
bool score_has_enough_games(const struct score *score);

/* The error is half the width of the 95 % confidence interval from `low` to `high`. If all games
 * were won or lost, `value`, `error` and one end of the interval are infinite. If none was played,
 * `value` is 0 and the others are infinite. */
struct elo {
    double value, error, low, high;
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
/* Nothing is decided before there are enough games. */
enum sprt_verdict sprt_decide(const struct sprt *sprt, const struct score *score);

#endif
