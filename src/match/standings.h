/* SPDX-License-Identifier: MIT */
/* The results of a match so far: each game's by its number, and what they sum up to
 * for each engine. */
#ifndef MATCH_STANDINGS_H
#define MATCH_STANDINGS_H

#include "match/schedule.h"
#include "match/score.h"
#include "rookery/err.h"
#include "rookery/outcome.h"

struct standings {
    struct schedule schedule;
    unsigned char *results; /* of each game, an rk_winner + 1; 0: not played */
    unsigned long played;
    struct score scores[SCHEDULE_ENGINES_MAX];  /* of each engine, against all it met */
    unsigned long faults[SCHEDULE_ENGINES_MAX]; /* games lost by time, crash or illegal move */
};

/* The caller's own storage; ended with standings_fini(). */
RK_MUST_USE rk_err standings_init(struct standings *standings, const struct schedule *schedule);
void standings_fini(struct standings *standings);

/* False if there is no such game, or its result is known. */
RK_MUST_USE bool standings_note(struct standings *standings, unsigned long game, rk_winner winner);
bool standings_has(const struct standings *standings, unsigned long game);

#endif
