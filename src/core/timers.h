/* SPDX-License-Identifier: MIT */
/* Things to be done at a time. A timer lies in the thing it belongs to. */
#ifndef CORE_TIMERS_H
#define CORE_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct timer;
typedef void timer_fire(void *context);

/* All zeros is a timer that is not set. */
struct timer {
    int64_t at;
    timer_fire *fire;
    void *context;
    size_t place; /* in the heap, from 1 on; 0: not set */
};

struct timers {
    struct timer **heap;
    size_t count, capacity;
};

void timers_init(struct timers *timers);
void timers_fini(struct timers *timers);

/* Sets or moves it. False when memory has run out. */
bool timer_set(struct timers *timers, struct timer *timer, int64_t at, timer_fire *fire,
               void *context);
void timer_stop(struct timers *timers, struct timer *timer); /* one that is not set is left alone */
bool timer_is_set(const struct timer *timer);

/* Fires what is due, the earliest first, each once. Timers may be set and stopped meanwhile. */
void timers_run(struct timers *timers, int64_t now);

/* When the next one is due; INT64_MAX if none is set. */
int64_t timers_next(const struct timers *timers);

#endif
