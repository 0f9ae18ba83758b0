/* SPDX-License-Identifier: MIT */
/* The other end of remote_engine.h: does the searches that servers ask for over the bus. It takes
 * as many as it has threads for and a few more, and refuses the rest at once, so that the server
 * asks elsewhere. All functions are called on one thread, that of the bus. */
#ifndef NET_THINK_WORKER_H
#define NET_THINK_WORKER_H

#include "bus/bus.h"
#include "core/environment.h"

struct think_worker;

struct think_worker_options {
    struct bus *bus;
    unsigned threads;               /* searches for moves at a time, and evaluations */
    unsigned hash_mib;              /* for an evaluation; the levels have a table of their own */
    struct rk_tablebase *tablebase; /* borrowed, for evaluations; NULL: none */
    void (*wake)(void *context);    /* called from any thread: call think_worker_collect() */
    void *wake_context;
};

/* NULL when out of memory or threads. */
struct think_worker *think_worker_create(const struct think_worker_options *options);
void think_worker_destroy(struct think_worker *worker); /* ends searches early; NULL is allowed */

void think_worker_collect(struct think_worker *worker); /* replies with what has been found */

/* Takes no more requests; those it has are finished. */
void think_worker_stop(struct think_worker *worker);
bool think_worker_is_idle(const struct think_worker *worker);

struct think_worker_stats {
    uint64_t moves, evaluations; /* requests that were done */
    uint64_t busy, refused;      /* requests that were not */
};
struct think_worker_stats think_worker_stats(const struct think_worker *worker);

#endif
