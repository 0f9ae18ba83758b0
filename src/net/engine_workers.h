/* SPDX-License-Identifier: MIT */
/* The engine for games on the server: a few threads, each thought a short one, in the
 * order in which they were asked. So however many games there are, all go on; the more
 * wait, the less time each gets. */
#ifndef NET_ENGINE_WORKERS_H
#define NET_ENGINE_WORKERS_H

#include "net/workers.h"

struct engine_workers;

enum { ENGINE_WORKERS_MAX = 64 };

/* `wake` as for workers. NULL when there is no memory or no thread to be had. */
struct engine_workers *engine_workers_create(unsigned threads, unsigned queue_max,
                                             void (*wake)(void *context), void *context);
void engine_workers_destroy(
    struct engine_workers *engine_workers); /* finishes first; NULL is allowed */

bool engine_workers_submit(struct engine_workers *engine_workers,
                           struct thought *thought); /* false: too much waits */
void engine_workers_collect(
    struct engine_workers *engine_workers); /* calls done() of what is ready */
/* The end: what was taken comes back without a move, soon, and nothing more is thought. */
void engine_workers_finish(struct engine_workers *engine_workers);

#endif
