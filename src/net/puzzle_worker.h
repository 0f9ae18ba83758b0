/* SPDX-License-Identifier: MIT */
/* The thread that looks for puzzles in finished games, one game at a time. It has the lowest
 * priority, so that it takes only what the rest of the machine leaves. */
#ifndef NET_PUZZLE_WORKER_H
#define NET_PUZZLE_WORKER_H

#include "net/workers.h"

struct puzzle_worker;

/* `wake` as for workers_create(). NULL when out of memory or threads. */
struct puzzle_worker *puzzle_worker_create(void (*wake)(void *context), void *context);
void puzzle_worker_destroy(struct puzzle_worker *worker); /* finishes first; NULL is allowed */

/* Returns false if a game is being searched. */
bool puzzle_worker_submit(struct puzzle_worker *worker, struct puzzle_game_search *search);
void puzzle_worker_collect(struct puzzle_worker *worker); /* calls done() of a finished search */
/* Stops for good: the search comes back soon, not completed. */
void puzzle_worker_finish(struct puzzle_worker *worker);

#endif
