/* SPDX-License-Identifier: MIT */
/* The threads that evaluate positions for people who ask. They are not those of
 * move_search_threads.h, so that games against the computer do not wait for them. */
#ifndef NET_EVALUATION_THREADS_H
#define NET_EVALUATION_THREADS_H

#include "net/workers.h"

enum { EVALUATION_HASH_MIB = 32 }; /* unless the operator wants another size */

struct evaluation_threads_options {
    unsigned threads, queue_max;
    unsigned hash_mib;              /* for each thread */
    struct rk_tablebase *tablebase; /* borrowed; NULL: none */
};

/* `wake` as for workers_create(). workers_finish() stops for good: pending evaluations come back
 * soon, without lines. NULL when out of memory or threads. */
struct workers *evaluation_threads_create(const struct evaluation_threads_options *options,
                                          void (*wake)(void *context), void *context);

/* Returns false if the queue is full. */
bool evaluation_threads_submit(struct workers *pool, struct evaluation *evaluation);

#endif
