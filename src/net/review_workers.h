/* SPDX-License-Identifier: MIT */
/* The threads that review games for people who ask. They have a low priority, so that on a
 * busy machine the games in play come first. */
#ifndef NET_REVIEW_WORKERS_H
#define NET_REVIEW_WORKERS_H

#include "net/workers.h"

struct review_workers;

enum { REVIEW_WORKERS_MAX = 16 };

/* `wake` as for workers_create(). As many games are accepted as there are threads. NULL when out of
 * memory or threads. */
struct review_workers *review_workers_create(unsigned threads, uint64_t nodes,
                                             void (*wake)(void *context), void *context);
void review_workers_destroy(struct review_workers *pool); /* finishes first; NULL is allowed */

/* Returns false if all threads are busy. */
bool review_workers_submit(struct review_workers *pool, struct game_review *review);
/* Calls progress() and done() of the reviews. */
void review_workers_collect(struct review_workers *pool);
/* Stops for good: reviews come back after the search of the position they are at, without a report.
 */
void review_workers_finish(struct review_workers *pool);

#endif
