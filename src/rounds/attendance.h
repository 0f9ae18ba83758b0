/* SPDX-License-Identifier: MIT */
/* Players come and go: whoever watches a game as a player is present. The others
 * hear of it, and how long they must wait before they can claim. */
#ifndef ROUNDS_ATTENDANCE_H
#define ROUNDS_ATTENDANCE_H

#include "rounds/roundstate.h"

/* Nobody sits there yet. */
void attendance_begin(struct round *round);
void attendance_end(struct round *round); /* its timers are stopped */

void attendance_come(struct round *round, unsigned side);
void attendance_go(struct round *round, unsigned side, enum watcher_view view, bool on_purpose);

/* The player did something, by whatever way: the wait begins anew. */
void attendance_renew(struct round *round, unsigned side);

/* Tells a stream that has just been opened, if the opponent is gone. */
void attendance_tell(struct round *round, struct watcher *watcher);

#endif
