/* SPDX-License-Identifier: MIT */
/* What time it is in a game: clocks with all that is forgiven, and until when
 * something must be done. */
#ifndef ROUNDS_ROUNDTIME_H
#define ROUNDS_ROUNDTIME_H

#include "rounds/roundstate.h"

rk_side round_turn(const struct round *round);
bool round_is_paused(const struct round *round);
bool round_clock_runs(const struct round *round); /* for the side to move, now */

/* Minutes, not days: what the rules of haste and absence are for. */
bool round_is_clocked(const struct round *round);

/* How much of the running turn is charged to nobody at `at`, lag aside: flushes of
 * the disk and times when it failed. */
int64_t round_forgiven(const struct round *round, int64_t at);

/* How long the running turn has lasted by then, less what is forgiven. */
int64_t round_thought(const struct round *round, int64_t at);

/* Whether the side to move is out of time at `at`, with that grace. */
bool round_flag_is_down(const struct round *round, int64_t at, int64_t grace);

/* When the flag of the side to move falls, with its grace; INT64_MAX: never. */
int64_t round_flag_falls(const struct round *round);

/* How long the side to move has for its first move; 0: as long as it likes. */
int64_t round_first_move_ms(const struct round *round);
int64_t round_first_move_by(const struct round *round); /* until when; INT64_MAX: no deadline */

#endif
