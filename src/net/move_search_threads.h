/* SPDX-License-Identifier: MIT */
/* The threads that search moves for games against the computer. Searches are short and
 * run in the order they are submitted, so all games make progress; the more searches
 * wait, the less time each gets. */
#ifndef NET_MOVE_SEARCH_THREADS_H
#define NET_MOVE_SEARCH_THREADS_H

#include "net/workers.h"

struct move_search_threads;
struct metrics;

/* `wake` as for workers_create(). NULL when out of memory or threads. */
struct move_search_threads *move_search_threads_create(unsigned threads, unsigned queue_max,
                                                       void (*wake)(void *context), void *context);
/* Finishes first; NULL is allowed. */
void move_search_threads_destroy(struct move_search_threads *pool);

/* Returns false if the queue is full. */
bool move_search_threads_submit(struct move_search_threads *pool, struct move_search *search);
/* Calls done() of finished searches. */
void move_search_threads_collect(struct move_search_threads *pool);
void move_search_threads_collect_metrics(const struct move_search_threads *pool,
                                         struct metrics *metrics);
/* Stops for good: pending searches come back soon, without a move. */
void move_search_threads_finish(struct move_search_threads *pool);

#endif
