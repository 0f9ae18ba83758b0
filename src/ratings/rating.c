/* SPDX-License-Identifier: MIT */
#include "ratings/rating.h"

#include <math.h>
#include <string.h>

#include "base/milliseconds.h"
#include "base/minmax.h"

static const double START_VOLATILITY = 0.09, VOLATILITY_MAX = 0.1, TAU = 0.75;
static const double PERIODS_PER_DAY = 0.21436; /* a deviation of 60 becomes 110 in a year */
static const double WHITE_ADVANTAGE = 11.78;

struct rating rating_start(bool is_bot)
{
    return (struct rating){.glicko = {.rating = is_bot ? RATING_START_BOT : RATING_START,
                                      .deviation = RATING_DEVIATION_MAX,
                                      .volatility = START_VOLATILITY}};
}

int rating_round(double points)
{
    return (int)lround(points);
}

int rating_points(const struct rating *rating)
{
    return rating_round(rating->glicko.rating);
}

// ---- uncertainty -----------------------------------------------------------------------------

/* Rating periods since the last rated game. The clock may have been set back since. */
static double periods_since(const struct rating *rating, int64_t now)
{
    if (!rating->rated_at || now <= rating->rated_at)
        return 0;
    return (double)(now - rating->rated_at) / (double)DAY_MS * PERIODS_PER_DAY;
}

double rating_deviation(const struct rating *rating, int64_t now)
{
    const double deviation = glicko2_deviation_after(rating->glicko, periods_since(rating, now));
    return deviation < RATING_DEVIATION_MAX ? deviation : RATING_DEVIATION_MAX;
}

bool rating_is_provisional(const struct rating *rating, int64_t now)
{
    return rating_deviation(rating, now) >= RATING_PROVISIONAL_FROM;
}

bool rating_is_established(const struct rating *rating, enum perf perf, int64_t now)
{
    return rating_deviation(rating, now) <=
           (perf_is_variant(perf) ? RATING_LEADER_VARIANT_DEVIATION : RATING_LEADER_DEVIATION);
}

int rating_progress(const struct rating *rating)
{
    const int count = rating->recent_count;
    return count > 1 ? rating->recent[0] - rating->recent[count - 1] : 0;
}

// ---- a game ----------------------------------------------------------------------------------

static struct glicko2 within_limits(struct glicko2 before, struct glicko2 after)
{
    const double change =
        clamp_double(after.rating - before.rating, -RATING_CHANGE_MAX, RATING_CHANGE_MAX);
    after.rating = before.rating + change;
    if (after.rating < RATING_FLOOR)
        after.rating = RATING_FLOOR;
    after.deviation = clamp_double(after.deviation, RATING_DEVIATION_MIN, RATING_DEVIATION_MAX);
    if (after.volatility > VOLATILITY_MAX)
        after.volatility = VOLATILITY_MAX;
    return after;
}

static struct glicko2 half_way(struct glicko2 a, struct glicko2 b)
{
    return (struct glicko2){.rating = (a.rating + b.rating) / 2,
                            .deviation = (a.deviation + b.deviation) / 2,
                            .volatility = (a.volatility + b.volatility) / 2};
}

static void remember_points(struct rating *rating)
{
    memmove(rating->recent + 1, rating->recent, (RATING_RECENT_MAX - 1) * sizeof rating->recent[0]);
    rating->recent[0] = rating_points(rating);
    if (rating->recent_count < RATING_RECENT_MAX)
        rating->recent_count++;
}

static void count_game(struct rating *rating, double score, int64_t ended_at)
{
    rating->games++;
    rating->wins += score > 0.5;
    rating->losses += score < 0.5;
    rating->draws += score == 0.5;
    rating->version++;
    if (ended_at > rating->rated_at)
        rating->rated_at = ended_at;
    remember_points(rating);
}

/* `advantage` and `score` are those of the first side. */
static void add_result(struct rating ratings[2], const bool is_bot[2], double advantage,
                       double score, int64_t ended_at)
{
    const struct rating before[2] = {ratings[0], ratings[1]};
    for (int side = 0; side < 2; side++) {
        const struct rating *own = &before[side], *other = &before[!side];
        struct glicko2_game game = {.opponent = other->glicko,
                                    .advantage = side ? -advantage : advantage,
                                    .score = side ? 1 - score : score};
        game.opponent.deviation = rating_deviation(other, ended_at);
        struct glicko2 after =
            glicko2_update(own->glicko, &game, 1, periods_since(own, ended_at), TAU);
        if (!is_bot[side] && is_bot[!side])
            after = half_way(own->glicko, after);
        ratings[side].glicko = within_limits(own->glicko, after);
        count_game(&ratings[side], game.score, ended_at);
    }
}

void ratings_add_game(struct rating ratings[2], const bool is_bot[2], double white_score,
                      int64_t ended_at)
{
    add_result(ratings, is_bot, WHITE_ADVANTAGE, white_score, ended_at);
}

void ratings_add_attempt(struct rating *solver, struct rating *puzzle, bool solved, int64_t at)
{
    struct rating ratings[2] = {*solver, *puzzle};
    // Puzzles are chosen by rating and solved in quick succession, so smaller steps converge as
    // fast.
    ratings[0].glicko.deviation = fmin(solver->glicko.deviation, RATING_DEVIATION_SOLVER);
    add_result(ratings, (const bool[2]){false, false}, 0, solved ? 1 : 0, at);
    *solver = ratings[0];
    *puzzle = ratings[1];
}

void rating_add_refund(struct rating *rating, double points)
{
    rating->glicko.rating += points;
    rating->version++;
    if (rating->recent_count)
        rating->recent[0] = rating_points(rating);
}
