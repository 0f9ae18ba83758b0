/* SPDX-License-Identifier: MIT */
/* Heartbeats: while a clock is running, the server writes the time to the store once a second.
 * After a crash, the server that takes over its games pauses their clocks from the last heartbeat.
 * When the store fails, the affected games are stalled: no time is charged until a write
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
/* The store can write to this game again. */
void heartbeat_unstall(struct round *round);

#endif
