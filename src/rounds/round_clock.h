/* SPDX-License-Identifier: MIT */
/* The clocks of a round and its deadlines. Some time is not charged: lag, the duration of a write
 * to disk, and the time during which the store fails. */
#ifndef ROUNDS_ROUND_CLOCK_H
#define ROUNDS_ROUND_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/piece.h"

struct round;

bool round_clock_is_running(const struct round *round); /* for the side to move, now */

/* Whether the game is active: a clock of minutes is running, or there was an event in the last ten
 * minutes. An inactive game costs the engine nothing. */
bool round_is_active(const struct round *round);

int64_t round_clock_left(const struct round *round, rk_side side); /* now; INT64_MAX without one */

/* How much of the running turn is not charged at `at`, apart from lag. */
int64_t round_clock_uncharged(const struct round *round, int64_t at);

/* How long the running turn has lasted at `at`, without the uncharged time. */
int64_t round_clock_thinking_time(const struct round *round, int64_t at);

/* Whether the side to move is out of time at `at`, with `grace` milliseconds for lag. */
bool round_clock_is_flagged(const struct round *round, int64_t at, int64_t grace);

/* When the flag of the side to move falls, including its grace; INT64_MAX: never. */
int64_t round_clock_flag_time(const struct round *round);

/* How long the side to move has for its first move; 0: unlimited. */
int64_t round_clock_first_move_limit(const struct round *round);
int64_t round_clock_first_move_deadline(const struct round *round); /* INT64_MAX: none */

#endif
