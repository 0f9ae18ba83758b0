/* SPDX-License-Identifier: MIT */
/* The puzzle of the day: the same for everybody, from midnight to midnight UTC. */
#ifndef PUZZLE_TRAINING_DAILY_H
#define PUZZLE_TRAINING_DAILY_H

#include "core/state.h"

/* `id` is "" if the server has no puzzles, NULL if the store failed. */
typedef void daily_callback(void *context, const char *id);

/* Finds today's puzzle, and chooses one on the first request of the day. The callback is called
 * once, and not after the server was destroyed. */
void daily_find(struct server *server, daily_callback *callback, void *context);

#endif
