/* SPDX-License-Identifier: MIT */
/* The threads that review games for people who ask. They have a low priority, so that on a
 * busy machine the games in play come first. */
#ifndef NET_REVIEW_THREADS_H
#define NET_REVIEW_THREADS_H

#include "net/workers.h"

enum { REVIEW_THREADS_MAX = 16 };

/* `wake` as for workers_create(). As many games are accepted as there are threads.
 * workers_collect() calls progress() and done() of the reviews. workers_finish() stops for good:
 * reviews come back after the search of the position they are at, without a report. NULL when out
 * of memory or threads. */
struct workers *review_threads_create(unsigned threads, uint64_t nodes, void (*wake)(void *context),
                                      void *context);

/* Returns false if all threads are busy. */
bool review_threads_submit(struct workers *pool, struct game_review *review);

#endif
