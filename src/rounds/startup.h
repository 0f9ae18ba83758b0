/* SPDX-License-Identifier: MIT */
/* After a restart: all games that go on are read from the store and replayed, and
 * the clocks that ran are paused from the last sign of life on, so that nobody is
 * charged for the time between. A store that fails is asked again. */
#ifndef ROUNDS_STARTUP_H
#define ROUNDS_STARTUP_H

#include "rounds/roundstate.h"

/* Begins to load. `enlist` takes each round that could be replayed, or ends it and says
 * false; rounds->loaded when all are there. */
RK_MUST_USE rk_err startup_begin(struct server *server, bool (*enlist)(struct round *round));

/* Ends it before all is loaded; nothing is awaited of the store any more. */
void startup_end(struct server *server);

#endif
