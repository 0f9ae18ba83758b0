/* SPDX-License-Identifier: MIT */
/* The threads that review games for people who ask. They have a low priority, so that on a
 * busy machine the games in play come first. */
#ifndef NET_REVIEW_THREADS_H
#define NET_REVIEW_THREADS_H

#include "net/workers.h"

struct review_threads;

enum { REVIEW_THREADS_MAX = 16 };

/* `wake` as for workers_create(). As many games are accepted as there are threads. NULL when out of
 * memory or threads. */
struct review_threads *review_threads_create(unsigned threads, uint64_t nodes,
                                             void (*wake)(void *context), void *context);
void review_threads_destroy(struct review_threads *pool); /* finishes first; NULL is allowed */

/* Returns false if all threads are busy. */
bool review_threads_submit(struct review_threads *pool, struct game_review *review);
/* Calls progress() and done() of the reviews. */
void review_threads_collect(struct review_threads *pool);
/* Stops for good: reviews come back after the search of the position they are at, without a report.
 */
void review_threads_finish(struct review_threads *pool);

#endif
