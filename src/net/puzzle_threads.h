/* SPDX-License-Identifier: MIT */
/* The thread that looks for puzzles in finished games, one game at a time. It has the lowest
 * priority, so that it takes only what the rest of the machine leaves. */
#ifndef NET_PUZZLE_THREADS_H
#define NET_PUZZLE_THREADS_H

#include "net/workers.h"

struct puzzle_threads;

/* `wake` as for workers_create(). NULL when out of memory or threads. */
struct puzzle_threads *puzzle_threads_create(void (*wake)(void *context), void *context);
void puzzle_threads_destroy(struct puzzle_threads *pool); /* finishes first; NULL is allowed */

/* Returns false if a game is being searched. */
bool puzzle_threads_submit(struct puzzle_threads *pool, struct puzzle_game_search *search);
void puzzle_threads_collect(struct puzzle_threads *pool); /* calls done() of a finished search */
/* Stops for good: the search comes back soon, not completed. */
void puzzle_threads_finish(struct puzzle_threads *pool);

#endif
