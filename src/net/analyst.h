/* SPDX-License-Identifier: MIT */
/* The threads that evaluate positions for people who ask. They are not those of engine_workers.h,
 * so that games against the computer do not wait for them. */
#ifndef NET_ANALYST_H
#define NET_ANALYST_H

#include "net/workers.h"

struct analyst;

enum { ANALYST_HASH_MIB = 32 }; /* unless the operator wants another size */

struct analyst_options {
    unsigned threads, queue_max;
    unsigned hash_mib;              /* for each thread */
    struct rk_tablebase *tablebase; /* borrowed; NULL: none */
};

/* `wake` as for workers_create(). NULL when out of memory or threads. */
struct analyst *analyst_create(const struct analyst_options *options, void (*wake)(void *context),
                               void *context);
void analyst_destroy(struct analyst *analyst); /* finishes first; NULL is allowed */

/* Returns false if the queue is full. */
bool analyst_submit(struct analyst *analyst, struct evaluation *evaluation);
void analyst_collect(struct analyst *analyst); /* calls done() of what is finished */
/* Stops for good: pending evaluations come back soon, without lines. */
void analyst_finish(struct analyst *analyst);

#endif
