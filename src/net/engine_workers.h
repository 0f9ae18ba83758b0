/* SPDX-License-Identifier: MIT */
/* The threads that search moves for games against the computer. Searches are short and
 * run in the order they are submitted, so all games make progress; the more searches
 * wait, the less time each gets. */
#ifndef NET_ENGINE_WORKERS_H
#define NET_ENGINE_WORKERS_H

#include "net/workers.h"

struct engine_workers;
struct metrics;

/* `wake` as for workers_create(). NULL when out of memory or threads. */
struct engine_workers *engine_workers_create(unsigned threads, unsigned queue_max,
                                             void (*wake)(void *context), void *context);
void engine_workers_destroy(struct engine_workers *pool); /* finishes first; NULL is allowed */

/* Returns false if the queue is full. */
bool engine_workers_submit(struct engine_workers *pool, struct move_search *search);
void engine_workers_collect(struct engine_workers *pool); /* calls done() of finished searches */
void engine_workers_collect_metrics(const struct engine_workers *pool, struct metrics *metrics);
/* Stops for good: pending searches come back soon, without a move. */
void engine_workers_finish(struct engine_workers *pool);

#endif
