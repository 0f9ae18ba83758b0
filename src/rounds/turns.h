/* SPDX-License-Identifier: MIT */
/* One thing after the other: commands that wait while a flush is under way, and what
 * time does by itself. */
#ifndef ROUNDS_TURNS_H
#define ROUNDS_TURNS_H

#include "rounds/roundstate.h"

/* Makes a round of a game. The journal and the game are taken; NULL, and both are
 * ended, when memory has run out. It is in no list yet. */
struct round *turns_open(struct server *server, const struct game_info *info, struct journal *taken,
                         rk_game *taken_game, int64_t epoch);
void turns_close(struct round *round); /* nothing of it is under way */

/* Goes on: the next command that waits, a pause if the server is about to end, or
 * else the timer for what is due next. */
void turns_settle(struct round *round);

/* It is in use: a command, a flush, a watcher. */
bool turns_in_use(const struct round *round);

#endif
