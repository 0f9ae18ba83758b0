/* SPDX-License-Identifier: MIT */
/* The threads that search moves for games against the computer. Searches are short and
 * run in the order they are submitted, so all games make progress; the more searches
 * wait, the less time each gets. */
#ifndef NET_MOVE_SEARCH_THREADS_H
#define NET_MOVE_SEARCH_THREADS_H

#include "net/workers.h"

struct metrics;

/* `wake` as for workers_create(). workers_finish() stops for good: pending searches come back soon,
 * without a move. NULL when out of memory or threads. */
struct workers *move_search_threads_create(unsigned threads, unsigned queue_max,
                                           void (*wake)(void *context), void *context);

/* Returns false if the queue is full. */
bool move_search_threads_submit(struct workers *pool, struct move_search *search);
void move_search_threads_collect_metrics(const struct workers *pool, struct metrics *metrics);

#endif
