/* SPDX-License-Identifier: MIT */
/* Threads for what takes long, such as hashing a password, with a short queue: if
 * too much waits, more is refused. */
#ifndef NET_WORKERS_H
#define NET_WORKERS_H

#include "server/server.h"

struct workers;

/* `wake` is called from a thread when there is something to collect. NULL when
 * there is no memory or no thread to be had. */
struct workers *workers_create(unsigned threads, unsigned queue_max, void (*wake)(void *context),
                               void *context);
void workers_destroy(struct workers *workers); /* finishes first; NULL is allowed */

bool workers_submit(struct workers *workers, struct work *work); /* false: the queue is full */
void workers_collect(struct workers *workers);                   /* calls done() of what is ready */
void workers_finish(struct workers *workers); /* waits for all that was taken, and collects it */

#endif
