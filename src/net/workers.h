/* SPDX-License-Identifier: MIT */
/* Threads for slow work such as hashing a password. The queue is short: when it is
 * full, further work is refused. */
#ifndef NET_WORKERS_H
#define NET_WORKERS_H

#include "server/server.h"

struct workers;

/* What a pool for one kind of work does with its state. The first two may be NULL. */
struct workers_ops {
    void (*collect)(void *state); /* first in workers_collect() */
    void (*stop)(void *state);    /* called by workers_finish(): end the running work soon */
    void (*free)(void *state);    /* the threads have ended */
};

/* A worker thread calls `wake` when there is something to collect. NULL when out of
 * memory or threads. */
struct workers *workers_create(unsigned threads, unsigned queue_max, void (*wake)(void *context),
                               void *context);
/* The same with a state, which the pool owns from now on; it is freed on failure too. */
struct workers *workers_create_with_state(unsigned threads, unsigned queue_max,
                                          void (*wake)(void *context), void *context,
                                          const struct workers_ops *ops, void *taken);
void workers_destroy(struct workers *workers); /* finishes first; NULL is allowed */

/* Borrowed; `ops` are those it was created with. */
void *workers_state(const struct workers *workers, const struct workers_ops *ops);

/* Work belongs to the current request of this log from now on. */
void workers_set_log(struct workers *workers, const struct log *log);

/* Keeps that many places of the queue for urgent work. Call it before anything is submitted. */
void workers_reserve(struct workers *workers, unsigned places);

bool workers_submit(struct workers *workers, struct work *work); /* false: the queue is full */
void workers_collect(struct workers *workers);                   /* calls done() of finished work */
unsigned workers_waiting(struct workers *workers);               /* work that is not finished */
void workers_finish(struct workers *workers); /* waits for all work and collects it */

#endif
