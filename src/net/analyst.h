/* SPDX-License-Identifier: MIT */
/* The thread that evaluates positions for people who ask. It is not one of the engine's
 * worker threads, so that games against the computer do not wait for it. */
#ifndef NET_ANALYST_H
#define NET_ANALYST_H

#include "net/workers.h"

struct analyst;

/* `wake` as for workers_create(). NULL when out of memory or threads. The tablebase may be NULL. */
struct analyst *analyst_create(unsigned queue_max, struct rk_tablebase *tablebase,
                               void (*wake)(void *context), void *context);
void analyst_destroy(struct analyst *analyst); /* finishes first; NULL is allowed */

/* Returns false if the queue is full. */
bool analyst_submit(struct analyst *analyst, struct evaluation *evaluation);
void analyst_collect(struct analyst *analyst); /* calls done() of what is finished */
/* Stops for good: pending evaluations come back soon, without lines. */
void analyst_finish(struct analyst *analyst);

#endif
