/* SPDX-License-Identifier: MIT */
/* Once a second, while a clock runs, the server writes the time to the store: after a crash, clocks
 * are paused from the last heartbeat on. When the store fails, the games that noticed are stalled,
 * and nobody's time is charged until a write succeeds. */
#ifndef ROUNDS_HEARTBEAT_H
#define ROUNDS_HEARTBEAT_H

#include "rounds/round_internal.h"

void heartbeat_start(struct server *server); /* does nothing if it is running */
void heartbeat_write(struct server *server); /* one, now */

/* The store failed to write to this game; `since` is when the command came. */
void heartbeat_stall(struct round *round, int64_t since);
/* It has written to this game. */
void heartbeat_unstall(struct round *round);

#endif
