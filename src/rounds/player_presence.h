/* SPDX-License-Identifier: MIT */
/* Whether the players are connected. A player is present while a connection of theirs watches the
 * game as a player. All watchers are notified of changes; the opponent also learns when the absence
 * can be claimed. The engine is always present. */
#ifndef ROUNDS_PLAYER_PRESENCE_H
#define ROUNDS_PLAYER_PRESENCE_H

#include "rounds/round_internal.h"
#include "rounds/watcher.h"

void player_presence_init(struct round *round); /* nobody is connected */
void player_presence_stop(struct round *round); /* stops the timers */

void player_presence_join(struct round *round, rk_side side);
void player_presence_leave(struct round *round, rk_side side, enum watcher_view view,
                           bool on_purpose);

/* For a replica: applies the owner's report. */
void player_presence_copy(struct round *round, rk_side side, bool is_present, int64_t away_since,
                          bool left_on_purpose);
/* A replica becomes the game itself: only the connections of this node count. */
void player_presence_recount(struct round *round, rk_side side, unsigned connections);

/* An absent player did something, perhaps over HTTP: the absence counts from now. */
void player_presence_renew(struct round *round, rk_side side);

/* Notifies a newly opened stream of a player if the opponent is away. */
void player_presence_send(struct round *round, struct watcher *watcher);

#endif
