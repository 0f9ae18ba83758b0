/* SPDX-License-Identifier: MIT */
/* A binary heap, the earliest on top. Places count from 1, so that a timer of all
 * zeros is not set. */
#include "core/timers.h"

#include <assert.h>
#include <stdlib.h>

void timers_init(struct timers *timers)
{
    *timers = (struct timers){0};
}

void timers_fini(struct timers *timers)
{
    for (size_t i = 1; i <= timers->count; i++)
        timers->heap[i]->place = 0;
    free(timers->heap);
    timers_init(timers);
}

static void put(struct timers *timers, size_t place, struct timer *timer)
{
    timers->heap[place] = timer;
    timer->place = place;
}

static void rise(struct timers *timers, struct timer *timer, size_t place)
{
    for (; place > 1 && timers->heap[place / 2]->at > timer->at; place /= 2)
        put(timers, place, timers->heap[place / 2]);
    put(timers, place, timer);
}

static void sink(struct timers *timers, struct timer *timer, size_t place)
{
    for (size_t child; (child = 2 * place) <= timers->count; place = child) {
        if (child < timers->count && timers->heap[child + 1]->at < timers->heap[child]->at)
            child++;
        if (timers->heap[child]->at >= timer->at)
            break;
        put(timers, place, timers->heap[child]);
    }
    put(timers, place, timer);
}

static bool reserve(struct timers *timers)
{
    if (timers->count + 1 < timers->capacity)
        return true;
    const size_t capacity = timers->capacity ? 2 * timers->capacity : 64;
    struct timer **heap = realloc(timers->heap, capacity * sizeof(struct timer *));
    if (!heap)
        return false;
    timers->heap = heap;
    timers->capacity = capacity;
    return true;
}

bool timer_set(struct timers *timers, struct timer *timer, int64_t at, timer_fire *fire,
               void *context)
{
    if (!timer->place && !reserve(timers))
        return false;
    timer_stop(timers, timer);
    *timer = (struct timer){.at = at, .fire = fire, .context = context};
    rise(timers, timer, ++timers->count);
    return true;
}

void timer_stop(struct timers *timers, struct timer *timer)
{
    const size_t place = timer->place;
    if (!place)
        return;
    assert(timers->heap[place] == timer);
    timer->place = 0;
    struct timer *last = timers->heap[timers->count--];
    if (last == timer)
        return;
    if (place > 1 && timers->heap[place / 2]->at > last->at)
        rise(timers, last, place);
    else
        sink(timers, last, place);
}

bool timer_is_set(const struct timer *timer)
{
    return timer->place != 0;
}

void timers_run(struct timers *timers, int64_t now)
{
    // Bounded: what fires and sets itself for a time already past waits for the next call.
    for (size_t turns = timers->count; turns && timers->count; turns--) {
        struct timer *first = timers->heap[1];
        if (first->at > now)
            return;
        timer_stop(timers, first);
        first->fire(first->context);
    }
}

int64_t timers_next(const struct timers *timers)
{
    return timers->count ? timers->heap[1]->at : INT64_MAX;
}
