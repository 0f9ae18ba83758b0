/* SPDX-License-Identifier: MIT */
/* A binary heap with the earliest timer on top. Indices start at 1, so that a timer of all zeros is
 * not set. */
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
        timers->heap[i]->index = 0;
    free(timers->heap);
    timers_init(timers);
}

static void heap_put(struct timers *timers, size_t index, struct timer *timer)
{
    timers->heap[index] = timer;
    timer->index = index;
}

static void sift_up(struct timers *timers, struct timer *timer, size_t index)
{
    for (; index > 1 && timers->heap[index / 2]->at > timer->at; index /= 2)
        heap_put(timers, index, timers->heap[index / 2]);
    heap_put(timers, index, timer);
}

static void sift_down(struct timers *timers, struct timer *timer, size_t index)
{
    for (size_t child; (child = 2 * index) <= timers->count; index = child) {
        if (child < timers->count && timers->heap[child + 1]->at < timers->heap[child]->at)
            child++;
        if (timers->heap[child]->at >= timer->at)
            break;
        heap_put(timers, index, timers->heap[child]);
    }
    heap_put(timers, index, timer);
}

static bool heap_reserve(struct timers *timers)
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
    if (!timer->index && !heap_reserve(timers))
        return false;
    timer_stop(timers, timer);
    *timer = (struct timer){.at = at, .fire = fire, .context = context};
    sift_up(timers, timer, ++timers->count);
    return true;
}

void timer_stop(struct timers *timers, struct timer *timer)
{
    const size_t index = timer->index;
    if (!index)
        return;
    assert(timers->heap[index] == timer);
    timer->index = 0;
    struct timer *last = timers->heap[timers->count--];
    if (last == timer)
        return;
    if (index > 1 && timers->heap[index / 2]->at > last->at)
        sift_up(timers, last, index);
    else
        sift_down(timers, last, index);
}

bool timer_is_set(const struct timer *timer)
{
    return timer->index != 0;
}

void timers_run(struct timers *timers, int64_t now)
{
    // A timer that sets itself for a time in the past must not keep this loop going forever.
    for (size_t left = timers->count; left && timers->count; left--) {
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
