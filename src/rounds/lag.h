/* SPDX-License-Identifier: MIT */
/* Lag compensation: the part of a move's time that the network took is charged to nobody. Only
 * round trips that the server has measured itself count. All times are in milliseconds. */
#ifndef ROUNDS_LAG_H
#define ROUNDS_LAG_H

#include "rounds/game_settings.h"

struct lag {
    int64_t quota_max; /* depends on the speed of the game; 0: no compensation */
    int64_t mean;      /* round trip, in thousandths of a millisecond; -1: not measured */
    int64_t bank;      /* what can still be granted */
    int64_t granted;   /* total */
};

/* The largest quota of a move in such a game; 0 without a clock of minutes. */
int64_t lag_max_quota(const struct game_settings *settings);

struct lag lag_make(int64_t quota_max);

/* Takes a measured round trip: the mean moves a tenth of the way towards it. The first one fills
 * the bank with three quotas. */
void lag_measure(struct lag *lag, int64_t round_trip_ms);

int64_t lag_trusted(const struct lag *lag); /* the mean; 0 if not measured */
int64_t lag_quota(const struct lag *lag);   /* what each move adds to the bank */

/* The compensation for a move that took `took`. */
int64_t lag_compensation(const struct lag *lag, int64_t took);
/* How long a fallen flag waits for a move that may be on its way. */
int64_t lag_grace(const struct lag *lag);

/* Takes granted compensation from the bank, then adds one quota, up to seven in all. */
void lag_spend(struct lag *lag, int64_t granted);

#endif
