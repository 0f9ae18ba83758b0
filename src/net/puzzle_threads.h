/* SPDX-License-Identifier: MIT */
/* The thread that looks for puzzles in finished games, one game at a time. It has the lowest
 * priority, so that it takes only what the rest of the machine leaves. */
#ifndef NET_PUZZLE_THREADS_H
#define NET_PUZZLE_THREADS_H

#include "net/workers.h"

/* `wake` as for workers_create(). workers_finish() stops for good: the search comes back soon, not
 * completed. NULL when out of memory or threads. */
struct workers *puzzle_threads_create(void (*wake)(void *context), void *context);

/* Returns false if a game is being searched. */
bool puzzle_threads_submit(struct workers *pool, struct puzzle_game_search *search);

#endif
