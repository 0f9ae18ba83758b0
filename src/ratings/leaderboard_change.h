/* SPDX-License-Identifier: MIT */
/* Marks a leaderboard as changed; called by the other files of this layer. */
#ifndef RATINGS_LEADERBOARD_CHANGE_H
#define RATINGS_LEADERBOARD_CHANGE_H

#include "core/state.h"
#include "ratings/perf.h"

/* Its listeners are notified within a second. */
void leaderboard_mark_changed(struct server *server, enum perf perf);

#endif
