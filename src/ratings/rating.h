/* SPDX-License-Identifier: MIT */
/* A player's rating in one perf, and how a game changes two of them: values and pure functions, so
 * that computing all ratings again from the games gives the same bits. docs/ratings.md explains the
 * constants. */
#ifndef RATINGS_RATING_H
#define RATINGS_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "ratings/glicko2.h"
#include "ratings/perf.h"

enum {
    RATING_START = 1500,
    RATING_START_BOT = 3000,
    RATING_FLOOR = 400,
    RATING_CHANGE_MAX = 700, /* of one game */
    RATING_DEVIATION_MIN = 45,
    RATING_DEVIATION_MAX = 500,
    RATING_DEVIATION_SOLVER = 250, /* at most, when a puzzle is tried */
    RATING_PROVISIONAL_FROM = 110, /* deviation */
    RATING_LEADER_DEVIATION = 75,  /* at most, to be on a leaderboard */
    RATING_LEADER_VARIANT_DEVIATION = 65,
    RATING_PLIES_MIN = 2,  /* a shorter game does not count */
    RATING_RECENT_MAX = 12 /* ratings remembered for the progress */
};

struct rating {
    struct glicko2 glicko;
    int64_t games, wins, losses, draws; /* rated ones */
    int64_t rated_at;                   /* end of the last rated game; 0: none yet */
    int64_t version;                    /* counts the changes, refunds included */
    int recent[RATING_RECENT_MAX];      /* points after the last games, newest first */
    int recent_count;
};

/* The rating before the first game. */
struct rating rating_start(bool is_bot);

int rating_points(const struct rating *rating); /* rounded, as shown */
int rating_round(double points);                /* the same for a bare number */

/* The deviation grows while a player does not play, at most to RATING_DEVIATION_MAX. */
double rating_deviation(const struct rating *rating, int64_t now);
bool rating_is_provisional(const struct rating *rating, int64_t now); /* shown with a "?" */
/* Whether it is certain enough for a leaderboard. */
bool rating_is_established(const struct rating *rating, enum perf perf, int64_t now);
/* The difference between the newest and the oldest of the last twelve games. */
int rating_progress(const struct rating *rating);

/* Adds the result of a game to both ratings: [0] is White, [1] is Black. `white_score` is 1, 0.5 or
 * 0. */
void ratings_add_game(struct rating ratings[2], const bool is_bot[2], double white_score,
                      int64_t ended_at);

/* Adds an attempt at a puzzle, which counts as a game between the solver and the puzzle; the
 * solver's deviation is at most RATING_DEVIATION_SOLVER in it. */
void ratings_add_attempt(struct rating *solver, struct rating *puzzle, bool solved, int64_t at);

/* Gives points back that were lost to a cheater. */
void rating_add_refund(struct rating *rating, double points);

#endif
