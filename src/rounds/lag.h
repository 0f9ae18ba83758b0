/* SPDX-License-Identifier: MIT */
/* Lag compensation: the part of a move's time that the network took is not charged. Only round
 * trips that the server has measured itself count. A client can make them longer by holding back
 * its pongs, so they count only up to the round trip of the server's TCP connection, and each
 * player gets a limited total per game. All times are in milliseconds. */
#ifndef ROUNDS_LAG_H
#define ROUNDS_LAG_H

#include "record/game_settings.h"

struct lag {
    int64_t quota_max; /* depends on the speed of the game; 0: no compensation */
    int64_t total_max; /* of the whole game */
    int64_t mean;      /* round trip, in thousandths of a millisecond; -1: not measured */
    int64_t bank;      /* what can still be granted */
    int64_t granted;   /* total */
    bool is_confirmed; /* the last measurement was bounded by the kernel's */
};

/* The largest quota of a move in such a game; 0 without a clock of minutes. */
int64_t lag_max_quota(const struct game_settings *settings);

/* The most that a player can get in such a game: a tenth of its estimated length. */
int64_t lag_max_total(const struct game_settings *settings);

struct lag lag_make(int64_t quota_max, int64_t total_max);

/* Takes the round trip of a ping and that of the TCP connection (LAG_UNKNOWN behind a proxy): the
 * mean moves a tenth of the way towards the smaller one. The first one fills the bank with three
 * quotas. Without a TCP round trip, only half of the total can be granted. */
enum { LAG_UNKNOWN = -1 };
void lag_measure(struct lag *lag, int64_t ping_ms, int64_t kernel_ms);

int64_t lag_trusted(const struct lag *lag); /* the mean; 0 if not measured */
int64_t lag_quota(const struct lag *lag);   /* what each move adds to the bank */

/* The compensation for a move that took `took`. */
int64_t lag_compensation(const struct lag *lag, int64_t took);
/* How long a fallen flag waits for a move that may be on its way. */
int64_t lag_grace(const struct lag *lag);

/* Takes granted compensation from the bank, then adds one quota, up to seven in all. */
void lag_spend(struct lag *lag, int64_t granted);

#endif
