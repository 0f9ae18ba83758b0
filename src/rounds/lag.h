/* SPDX-License-Identifier: MIT */
/* Compensation for lag: what of a move's time was the network's and is charged to
 * nobody. Only round trips that the server measured itself count. Values, all in
 * milliseconds. */
#ifndef ROUNDS_LAG_H
#define ROUNDS_LAG_H

#include "rounds/game_settings.h"

struct lag {
    int64_t quota_max; /* by the speed of the game; 0: nothing is ever granted */
    int64_t mean;      /* of the round trips, in thousandths of a millisecond; -1: none yet */
    int64_t bank;      /* what may still be granted */
    int64_t granted;   /* in all */
};

/* The most that a move in a game of these settings can refill; 0 without a clock of minutes. */
int64_t lag_quota_of(const struct game_settings *settings);

struct lag lag_make(int64_t quota_max);

/* A round trip was measured: the mean moves a tenth of the way. The first fills
 * the bank with three quotas. */
void lag_measure(struct lag *lag, int64_t round_trip_ms);

int64_t lag_trusted(const struct lag *lag); /* the mean; 0 if there is none yet */
int64_t lag_quota(const struct lag *lag);   /* what the bank gets for each move, now */

/* What to grant for a move that took so long. */
int64_t lag_compensation(const struct lag *lag, int64_t took);
/* How long after its fall a flag waits, when somebody else calls it. */
int64_t lag_grace(const struct lag *lag);

/* It was granted: the bank pays, and is refilled by one quota, up to seven. */
void lag_spend(struct lag *lag, int64_t granted);

#endif
