/* SPDX-License-Identifier: MIT */
#include "net/engine_slots.h"

void engine_slots_init(struct engine_slots *slots, unsigned count)
{
    slots->count = count < 1 ? 1 : count > ENGINE_SLOTS_MAX ? ENGINE_SLOTS_MAX : count;
    pthread_mutex_init(&slots->lock, NULL);
}

void engine_slots_fini(struct engine_slots *slots)
{
    for (unsigned i = 0; i < slots->count; i++)
        rk_engine_destroy(slots->engines[i]);
    pthread_mutex_destroy(&slots->lock);
}

unsigned engine_slots_acquire(struct engine_slots *slots)
{
    unsigned slot = 0;
    pthread_mutex_lock(&slots->lock);
    while (slots->busy[slot])
        slot++;
    slots->busy[slot] = true;
    pthread_mutex_unlock(&slots->lock);
    return slot;
}

void engine_slots_release(struct engine_slots *slots, unsigned slot)
{
    pthread_mutex_lock(&slots->lock);
    slots->busy[slot] = false;
    pthread_mutex_unlock(&slots->lock);
}

rk_engine *engine_slots_prepare(struct engine_slots *slots, unsigned slot,
                                const rk_engine_options *options)
{
    rk_engine *engine = slots->engines[slot];
    if (engine)
        return rk_engine_configure(engine, options) ? NULL : engine;
    if (rk_engine_create(options, &engine))
        return NULL;
    pthread_mutex_lock(&slots->lock);
    slots->engines[slot] = engine;
    pthread_mutex_unlock(&slots->lock);
    return engine;
}

bool engine_slots_announce(struct engine_slots *slots, rk_engine *engine)
{
    rk_engine_announce(engine);
    return !atomic_load(&slots->stopping); // after the announcement, rk_engine_stop() is not lost
}

void engine_slots_stop(struct engine_slots *slots)
{
    atomic_store(&slots->stopping, true);
    pthread_mutex_lock(&slots->lock);
    for (unsigned i = 0; i < slots->count; i++)
        if (slots->engines[i])
            rk_engine_stop(slots->engines[i]);
    pthread_mutex_unlock(&slots->lock);
}
