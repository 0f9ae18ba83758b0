/* SPDX-License-Identifier: MIT */
/* The watchers of a game. Players get every event at once; spectators get it from a queue, see
 * spectators.h. Each watcher knows its version, so nothing is missed or sent twice whenever it
 * joins. */
#ifndef ROUNDS_WATCHERS_H
#define ROUNDS_WATCHERS_H

#include "rounds/round_internal.h"
#include "rounds/watcher.h"

RK_MUST_USE rk_err watchers_create(struct round *round);
void watchers_destroy(struct round *round); /* its watchers have no round any more */

/* Adds watcher->round's watcher and sends what it is missing; see round_watch(). */
void watchers_add(struct watcher *watcher, int64_t since);
void watchers_remove(struct watcher *watcher);
/* Spectators have come or gone, here or on another node: announces the number, at most once a
 * second. */
void watchers_count_changed(struct round *round);

/* Sends the journal's events from `first` on. They are on disk. */
void watchers_send_events(struct round *round, size_t first);

/* Sends a message that is not an event to all WebSocket watchers. */
void watchers_send_message(struct round *round, struct shared_buffer *taken);
/* Sends a line to the streams of one player. */
void watchers_send_line(struct round *round, rk_side side, struct shared_buffer *taken);

/* The game is over and all events were sent: calls the players' `over`. */
void watchers_announce_end(struct round *round);

#endif
