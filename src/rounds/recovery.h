/* SPDX-License-Identifier: MIT */
/* After a restart all unfinished games are read from the store and replayed. Clocks that were
 * running are paused from the last heartbeat on, so that nobody is charged for the downtime. If the
 * store fails, the recovery starts over. */
#ifndef ROUNDS_RECOVERY_H
#define ROUNDS_RECOVERY_H

#include "rounds/round_internal.h"

/* Starts to load. rounds->loaded is set when all games are there. */
RK_MUST_USE rk_err recovery_start(struct server *server);

/* The server is destroyed: ends a recovery that waits for its retry. */
void recovery_stop(struct server *server);

#endif
