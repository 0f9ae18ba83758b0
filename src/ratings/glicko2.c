/* SPDX-License-Identifier: MIT */
/* The steps are those of "Example of the Glicko-2 system" (Glickman, 2013). Greek letters have
 * their names there: mu is the rating and phi the deviation on the internal scale, sigma the
 * volatility, v the variance of the rating estimated from the games alone. */
#include "ratings/glicko2.h"

#include <math.h>

static const double SCALE = 173.7178, CENTRE = 1500, PI = 3.14159265358979323846;
static const double TOLERANCE = 0.000001; /* of the logarithm of the variance sigma^2 */
enum { ITERATIONS_MAX = 100 };            /* a dozen are usual */

static double square(double x)
{
    return x * x;
}

/* How much a game says about the player: less if the opponent's rating is uncertain. */
static double weight_g(double phi)
{
    return 1 / sqrt(1 + 3 * square(phi) / square(PI));
}

static double expected_score(double mu, double opponent_mu, double opponent_phi)
{
    return 1 / (1 + exp(-weight_g(opponent_phi) * (mu - opponent_mu)));
}

static double game_expectation(double rating, const struct glicko2_game *game)
{
    return expected_score((rating + game->advantage - CENTRE) / SCALE,
                          (game->opponent.rating - CENTRE) / SCALE,
                          game->opponent.deviation / SCALE);
}

double glicko2_expected_score(struct glicko2 player, const struct glicko2_game *game)
{
    return game_expectation(player.rating, game);
}

double glicko2_deviation_after(struct glicko2 player, double periods)
{
    return SCALE * sqrt(square(player.deviation / SCALE) + periods * square(player.volatility));
}

// ---- the volatility: step 5 ------------------------------------------------------------------

/* The function whose root is the logarithm of the new variance sigma^2. */
struct volatility_equation {
    double delta, phi, v, tau;
    double a; /* the logarithm of the old variance */
};

static double equation_at(const struct volatility_equation *e, double x)
{
    const double power = exp(x);
    const double spread = square(e->phi) + e->v + power;
    return power * (square(e->delta) - spread) / (2 * square(spread)) - (x - e->a) / square(e->tau);
}

/* The other end of the interval that contains the root; `a` is one end. */
static double other_end(const struct volatility_equation *e)
{
    const double excess = square(e->delta) - square(e->phi) - e->v;
    if (excess > 0)
        return log(excess);
    int k = 1;
    while (k < ITERATIONS_MAX && equation_at(e, e->a - k * e->tau) < 0)
        k++;
    return e->a - k * e->tau;
}

/* The root by the Illinois method. */
static double new_volatility(const struct volatility_equation *e)
{
    double a = e->a, b = other_end(e);
    double f_a = equation_at(e, a), f_b = equation_at(e, b);
    for (int i = 0; i < ITERATIONS_MAX && fabs(b - a) > TOLERANCE; i++) {
        const double c = a + (a - b) * f_a / (f_b - f_a);
        const double f_c = equation_at(e, c);
        if (f_c * f_b <= 0) {
            a = b;
            f_a = f_b;
        } else
            f_a /= 2;
        b = c;
        f_b = f_c;
    }
    return exp(a / 2);
}

// ---- the update ------------------------------------------------------------------------------

struct glicko2 glicko2_update(struct glicko2 player, const struct glicko2_game *games, size_t count,
                              double periods, double tau)
{
    double information = 0, surprise = 0;
    for (size_t i = 0; i < count; i++) {
        const double g = weight_g(games[i].opponent.deviation / SCALE);
        const double expectation = game_expectation(player.rating, &games[i]);
        information += square(g) * expectation * (1 - expectation);
        surprise += g * (games[i].score - expectation);
    }
    if (information <= 0) { // no games, or none of which the result was in doubt
        player.deviation = glicko2_deviation_after(player, periods);
        return player;
    }
    const double v = 1 / information;
    const struct volatility_equation equation = {.delta = v * surprise,
                                                 .phi = player.deviation / SCALE,
                                                 .v = v,
                                                 .tau = tau,
                                                 .a = log(square(player.volatility))};
    player.volatility = new_volatility(&equation);
    const double phi_star = glicko2_deviation_after(player, periods) / SCALE;
    const double phi = 1 / sqrt(1 / square(phi_star) + information);
    player.rating += SCALE * square(phi) * surprise;
    player.deviation = SCALE * phi;
    return player;
}
