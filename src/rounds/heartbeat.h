/* SPDX-License-Identifier: MIT */
/* Once a second, while a clock runs, the server writes the time to the store, as the last beat of
 * its node: after a crash, clocks are paused from then on, by whoever takes its games. When the
 * store fails, the games that noticed are stalled, and nobody's time is charged until a write
 * succeeds. */
#ifndef ROUNDS_HEARTBEAT_H
#define ROUNDS_HEARTBEAT_H

#include "rounds/round_internal.h"

void heartbeat_start(struct server *server); /* does nothing if it is running */
void heartbeat_write(struct server *server); /* one, now */
/* Adds one to a job. */
void heartbeat_add(const struct server *server, struct store_job *job);

/* The store failed to write to this game; `since` is when the command came. */
void heartbeat_stall(struct round *round, int64_t since);
/* It has written to this game. */
void heartbeat_unstall(struct round *round);

#endif
