/* SPDX-License-Identifier: MIT */
/* The threads that evaluate positions for people who ask. They are not those of
 * move_search_threads.h, so that games against the computer do not wait for them. */
#ifndef NET_EVALUATION_THREADS_H
#define NET_EVALUATION_THREADS_H

#include "net/workers.h"

struct evaluation_threads;

enum { EVALUATION_HASH_MIB = 32 }; /* unless the operator wants another size */

struct evaluation_threads_options {
    unsigned threads, queue_max;
    unsigned hash_mib;              /* for each thread */
    struct rk_tablebase *tablebase; /* borrowed; NULL: none */
};

/* `wake` as for workers_create(). NULL when out of memory or threads. */
struct evaluation_threads *
evaluation_threads_create(const struct evaluation_threads_options *options,
                          void (*wake)(void *context), void *context);
/* Finishes first; NULL is allowed. */
void evaluation_threads_destroy(struct evaluation_threads *pool);

/* Returns false if the queue is full. */
bool evaluation_threads_submit(struct evaluation_threads *pool, struct evaluation *evaluation);
/* Calls done() of what is finished. */
void evaluation_threads_collect(struct evaluation_threads *pool);
/* Stops for good: pending evaluations come back soon, without lines. */
void evaluation_threads_finish(struct evaluation_threads *pool);

#endif
