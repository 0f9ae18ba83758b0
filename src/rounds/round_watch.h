/* SPDX-License-Identifier: MIT */
/* Watching a game: connections of players and spectators join, leave and report their lag. */
#ifndef ROUNDS_ROUND_WATCH_H
#define ROUNDS_ROUND_WATCH_H

#include "rounds/watcher.h"

struct round;

/* Adds a watcher and sends what it is missing. VIEW_WIRE gets every event after version `since` and
 * who is present; if `since` is -1 or unknown, a snapshot and the latest chat. VIEW_STREAM gets a
 * gameFull line. After that it gets everything that happens: players first, spectators in slices.
 */
void round_watch(struct round *round, struct watcher *watcher, int64_t since);
void round_unwatch(struct watcher *watcher, bool on_purpose);

/* For rounds/: a player has a connection on another node; a paused game may resume. */
void round_player_arrived(struct round *round, rk_side side);

/* Tells watchers about a rematch: `by` is the side that offers one or RK_NO_SIDE, `next` the id of
 * the new game or "". */
void round_set_rematch(struct round *round, rk_side by, const char *next);

/* Takes round trips measured on the connection of that player: of a ping, and the kernel's; see
 * lag_measure(). */
void round_measure_lag(struct round *round, rk_side side, int64_t ping_ms, int64_t kernel_ms);

#endif
