/* SPDX-License-Identifier: MIT */
/* The engines of a pool of threads, one for each thread. They are created on first use, because
 * many servers never need one. */
#ifndef NET_ENGINE_SLOTS_H
#define NET_ENGINE_SLOTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "rookery/engine.h"

enum { ENGINE_SLOTS_MAX = 64 };

struct engine_slots {
    atomic_bool stopping;
    unsigned count;
    pthread_mutex_t lock; /* protects the two arrays */
    rk_engine *engines[ENGINE_SLOTS_MAX];
    bool busy[ENGINE_SLOTS_MAX];
};

void engine_slots_init(struct engine_slots *slots, unsigned count); /* clamps the count */
void engine_slots_fini(struct engine_slots *slots); /* after the threads have ended */

/* Takes a free slot. Call it on a thread of the pool, which has one thread for each slot. */
unsigned engine_slots_acquire(struct engine_slots *slots);
void engine_slots_release(struct engine_slots *slots, unsigned slot);

/* Returns the engine of an acquired slot with these options; NULL when out of memory. */
rk_engine *engine_slots_prepare(struct engine_slots *slots, unsigned slot,
                                const rk_engine_options *options);
/* Announces a search of that engine; false: the pool stops, and there is no search. */
bool engine_slots_announce(struct engine_slots *slots, rk_engine *engine);

/* Stops all searches, and all that are announced later. Call it from any thread. */
void engine_slots_stop(struct engine_slots *slots);

#endif
