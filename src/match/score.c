/* SPDX-License-Identifier: MIT */
#include "match/score.h"

#include <math.h>
#include <stddef.h>

enum { ROUNDS_MAX = 50, BISECTIONS = 200 };

static const double normal_95 = 1.959963984540054;
static const double elo_scale = 400;
static const double tiny_count = 1e-3; // replaces zero counts, whose logarithm is infinite
static const double prior_count = 0.5; // of each result, the prior distribution of Jeffreys

// ---- counts -------------------------------------------------------------------------------------

void score_add(struct score *score, enum score_points points)
{
    switch (points) {
    case SCORE_WIN:
        score->wins++;
        break;
    case SCORE_DRAW:
        score->draws++;
        break;
    case SCORE_LOSS:
        score->losses++;
        break;
    }
}

void score_add_pair(struct score *score, enum score_points first, enum score_points second)
{
    score->pairs[(size_t)first + (size_t)second]++;
}

unsigned long score_games(const struct score *score)
{
    return score->wins + score->draws + score->losses;
}

unsigned long score_pairs(const struct score *score)
{
    unsigned long pairs = 0;
    for (size_t i = 0; i < SCORE_PAIR_COUNT; i++)
        pairs += score->pairs[i];
    return pairs;
}

double score_share(const struct score *score)
{
    const unsigned long games = score_games(score);
    return games ? ((double)score->wins + (double)score->draws / 2) / (double)games : 0.5;
}

double score_draw_ratio(const struct score *score)
{
    const unsigned long games = score_games(score);
    return games ? (double)score->draws / (double)games : 0;
}

bool score_has_enough_games(const struct score *score)
{
    const unsigned long pairs = score_pairs(score);
    return pairs ? pairs >= SCORE_PAIRS_MIN : score_games(score) >= 2UL * SCORE_PAIRS_MIN;
}

// ---- distributions ------------------------------------------------------------------------------

/* A distribution of results; a result is a score from 0 to 1. */
struct outcomes {
    size_t count;  /* number of possible results: 3 for games, 5 for pairs */
    double trials; /* games or pairs played */
    double games;  /* per trial */
    double share[SCORE_PAIR_COUNT], chance[SCORE_PAIR_COUNT];
};

static struct outcomes outcomes_from_score(const struct score *score, double min_count)
{
    const bool in_pairs = score_pairs(score) > 0;
    const unsigned long games[] = {score->losses, score->draws, score->wins};
    struct outcomes out = {.count = in_pairs ? SCORE_PAIR_COUNT : 3, .games = in_pairs ? 2 : 1};
    for (size_t i = 0; i < out.count; i++) {
        const double count = (double)(in_pairs ? score->pairs[i] : games[i]);
        out.share[i] = (double)i / (double)(out.count - 1);
        out.chance[i] = count > min_count ? count : min_count;
        out.trials += out.chance[i];
    }
    for (size_t i = 0; i < out.count && out.trials > 0; i++)
        out.chance[i] /= out.trials;
    return out;
}

static double outcomes_mean(const struct outcomes *outcomes)
{
    double sum = 0;
    for (size_t i = 0; i < outcomes->count; i++)
        sum += outcomes->share[i] * outcomes->chance[i];
    return sum;
}

static double outcomes_variance(const struct outcomes *outcomes)
{
    const double mean = outcomes_mean(outcomes);
    double sum = 0;
    for (size_t i = 0; i < outcomes->count; i++)
        sum += (outcomes->share[i] - mean) * (outcomes->share[i] - mean) * outcomes->chance[i];
    return sum;
}

/* The variance of the results; if all were the same, what is likely in spite of that. */
static double likely_variance(const struct outcomes *outcomes)
{
    const double variance = outcomes_variance(outcomes);
    if (variance > 0)
        return variance;
    struct outcomes likely = *outcomes;
    likely.trials += prior_count * (double)likely.count;
    for (size_t i = 0; i < likely.count; i++)
        likely.chance[i] = (outcomes->chance[i] * outcomes->trials + prior_count) / likely.trials;
    return outcomes_variance(&likely);
}

// ---- strength -----------------------------------------------------------------------------------

static double share_to_elo(double share)
{
    if (share <= 0)
        return -INFINITY;
    return share >= 1 ? INFINITY : -elo_scale * log10(1 / share - 1);
}

static double elo_to_share(double elo)
{
    return 1 / (1 + pow(10, -elo / elo_scale));
}

static const struct elo unknown_elo = {0, INFINITY, -INFINITY, INFINITY};

/* All games were won, or all were lost. A score worse than the limit would give such a result with
 * a probability of less than 2.5 %. */
static struct elo clean_sweep_elo(const struct outcomes *outcomes, bool won)
{
    const double limit = share_to_elo(pow(0.025, 1 / outcomes->trials));
    return won ? (struct elo){INFINITY, INFINITY, limit, INFINITY}
               : (struct elo){-INFINITY, INFINITY, -INFINITY, -limit};
}

struct elo score_elo(const struct score *score)
{
    const struct outcomes outcomes = outcomes_from_score(score, 0);
    if (outcomes.trials <= 0)
        return unknown_elo;
    const double mean = outcomes_mean(&outcomes);
    const double margin = normal_95 * sqrt(likely_variance(&outcomes) / outcomes.trials);
    const double low = mean - margin, high = mean + margin;
    if (mean <= 0 || mean >= 1)
        return clean_sweep_elo(&outcomes, mean > 0);
    struct elo elo = {share_to_elo(mean), 0, share_to_elo(low), share_to_elo(high)};
    if (low > 0 && high < 1) {
        elo.error = (elo.high - elo.low) / 2;
        return elo;
    }
    // The interval of the score leaves the range of scores. That of the Elo, by the slope, does
    // not.
    elo.error = elo_scale / log(10) * margin / (mean * (1 - mean));
    elo.low = elo.value - elo.error;
    elo.high = elo.value + elo.error;
    return elo;
}

// Normalised Elo is the mean score in standard deviations of one game, scaled so that it equals
// logistic Elo near equality when there are no draws.
static double normalised_scale(void)
{
    return 2 * elo_scale / log(10);
}

struct elo score_normalised_elo(const struct score *score)
{
    const struct outcomes outcomes = outcomes_from_score(score, 0);
    if (outcomes.trials <= 0)
        return unknown_elo;
    const double above = outcomes_mean(&outcomes) - 0.5;
    const double deviation = sqrt(outcomes.games * likely_variance(&outcomes));
    if (above <= -0.5 || above >= 0.5)
        return clean_sweep_elo(&outcomes, above > 0);
    const double value = above / deviation * normalised_scale();
    const double error = normal_95 * normalised_scale() / sqrt(outcomes.games * outcomes.trials);
    return (struct elo){value, error, value - error, value + error};
}

double score_superiority(const struct score *score)
{
    const struct outcomes outcomes = outcomes_from_score(score, 0);
    if (outcomes.trials <= 0)
        return 0.5;
    const double above = outcomes_mean(&outcomes) - 0.5;
    const double deviation = sqrt(likely_variance(&outcomes) / outcomes.trials);
    return erfc(-above / deviation / sqrt(2)) / 2;
}

// ---- SPRT ---------------------------------------------------------------------------------------

/* Solves sum(chance * value / (1 + x * value)) = 0 for x between the poles. Values have both signs,
 * and the sum decreases monotonically, so bisection finds the root. */
static double find_root(const double *value, const double *chance, size_t count)
{
    double min = 0, max = 0;
    for (size_t i = 0; i < count; i++) {
        min = fmin(min, value[i]);
        max = fmax(max, value[i]);
    }
    double low = -1 / max, high = -1 / min;
    for (int step = 0; step < BISECTIONS; step++) {
        const double middle = (low + high) / 2;
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += chance[i] * value[i] / (1 + middle * value[i]);
        *(sum > 0 ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

/* Sets `fitted` to the most likely distribution, given `observed`, in which `value` has mean 0. */
static void fit_outcomes(const struct outcomes *observed, const double *value,
                         struct outcomes *fitted)
{
    const double x = find_root(value, observed->chance, observed->count);
    for (size_t i = 0; i < observed->count; i++)
        fitted->chance[i] = observed->chance[i] / (1 + x * value[i]);
}

/* The most likely distribution with this mean score. */
static struct outcomes fit_share(const struct outcomes *observed, double share)
{
    struct outcomes fitted = *observed;
    double value[SCORE_PAIR_COUNT];
    for (size_t i = 0; i < observed->count; i++)
        value[i] = observed->share[i] - share;
    fit_outcomes(observed, value, &fitted);
    return fitted;
}

/* The most likely distribution whose mean is `distance` standard deviations above 0.5. The
 * constraint is not linear, so it is linearised at the previous fit and solved again until it
 * converges. */
static struct outcomes fit_distance(const struct outcomes *observed, double distance)
{
    struct outcomes fitted = *observed;
    for (size_t i = 0; i < observed->count; i++)
        fitted.chance[i] = 1 / (double)observed->count;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        const struct outcomes last = fitted;
        const double mean = outcomes_mean(&last), deviation = sqrt(outcomes_variance(&last));
        double value[SCORE_PAIR_COUNT], moved = 0;
        for (size_t i = 0; i < observed->count; i++) {
            const double off = (mean - observed->share[i]) / deviation;
            value[i] = observed->share[i] - 0.5 - distance * deviation * (1 + off * off) / 2;
        }
        fit_outcomes(observed, value, &fitted);
        for (size_t i = 0; i < observed->count; i++)
            moved = fmax(moved, fabs(fitted.chance[i] - last.chance[i]));
        if (moved < 1e-9)
            break;
    }
    return fitted;
}

static struct outcomes fit_elo(const struct sprt *sprt, const struct outcomes *observed, double elo)
{
    if (sprt->logistic)
        return fit_share(observed, elo_to_share(elo));
    return fit_distance(observed, sqrt(observed->games) * elo / normalised_scale());
}

double sprt_llr(const struct sprt *sprt, const struct score *score)
{
    if (!score_games(score) && !score_pairs(score))
        return 0;
    const struct outcomes observed = outcomes_from_score(score, tiny_count);
    const struct outcomes null = fit_elo(sprt, &observed, sprt->elo0);
    const struct outcomes other = fit_elo(sprt, &observed, sprt->elo1);
    double sum = 0;
    for (size_t i = 0; i < observed.count; i++)
        sum += observed.chance[i] * log(other.chance[i] / null.chance[i]);
    return observed.trials * sum;
}

double sprt_lower(const struct sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const struct sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

enum sprt_verdict sprt_decide(const struct sprt *sprt, const struct score *score)
{
    const double ratio = sprt_llr(sprt, score);
    if (!score_has_enough_games(score))
        return SPRT_CONTINUE;
    if (ratio >= sprt_upper(sprt))
        return SPRT_ACCEPT_H1;
    return ratio <= sprt_lower(sprt) ? SPRT_ACCEPT_H0 : SPRT_CONTINUE;
}
