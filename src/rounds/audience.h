/* SPDX-License-Identifier: MIT */
/* Who watches a game. What happens is published on the bus and delivered from
 * there: to players at once, to spectators a slice at a time, so that thousands of
 * them never delay a player. Each spectator has a number of what it has got; nothing
 * is missed or sent twice, whenever it joins. */
#ifndef ROUNDS_AUDIENCE_H
#define ROUNDS_AUDIENCE_H

#include "rounds/roundstate.h"

RK_MUST_USE rk_err audience_create(struct round *round);
void audience_destroy(struct round *round); /* its watchers are let go */

/* Adds a watcher, and sends it what it lacks; see round_watch(). */
void audience_join(struct watcher *watcher, int64_t since);
void audience_leave(struct watcher *watcher);

/* Publishes the journal's entries from `first` on. They are on disk. */
void audience_publish(struct round *round, size_t first);

/* Sends something that is no entry of the log to all who watch by WebSocket. */
void audience_tell(struct round *round, struct shared_buffer *taken);
/* A line for the streams of one player. */
void audience_tell_streams(struct round *round, unsigned side, struct shared_buffer *taken);
/* The game is over and all of it was published. */
void audience_end(struct round *round);

#endif
