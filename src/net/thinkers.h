/* SPDX-License-Identifier: MIT */
/* The engine for games on the server: a few threads, each thought a short one, in the
 * order in which they were asked. So however many games there are, all go on; the more
 * wait, the less time each gets. */
#ifndef NET_THINKERS_H
#define NET_THINKERS_H

#include "net/workers.h"

struct thinkers;

enum { THINKERS_MAX = 64 };

/* `wake` as for workers. NULL when there is no memory or no thread to be had. */
struct thinkers *thinkers_create(unsigned threads, unsigned queue_max, void (*wake)(void *context),
                                 void *context);
void thinkers_destroy(struct thinkers *thinkers); /* finishes first; NULL is allowed */

bool thinkers_take(struct thinkers *thinkers, struct thought *thought); /* false: too much waits */
void thinkers_collect(struct thinkers *thinkers); /* calls done() of what is ready */
/* The end: what was taken comes back without a move, soon, and nothing more is thought. */
void thinkers_finish(struct thinkers *thinkers);

#endif
