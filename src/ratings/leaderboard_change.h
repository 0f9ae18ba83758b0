/* SPDX-License-Identifier: MIT */
/* How the other files of this layer tell that a leaderboard may have changed. */
#ifndef RATINGS_LEADERBOARD_CHANGE_H
#define RATINGS_LEADERBOARD_CHANGE_H

#include "core/state.h"
#include "ratings/perf.h"

/* Those who follow it are told within a second. */
void leaderboard_note_change(struct server *server, enum perf perf);

#endif
