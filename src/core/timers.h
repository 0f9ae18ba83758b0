/* SPDX-License-Identifier: MIT */
/* Timers. A timer is a member of the object it belongs to. */
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
    size_t index; /* in the heap, from 1; 0: not set */
};

struct timers {
    struct timer **heap;
    size_t count, capacity;
};

void timers_init(struct timers *timers);
void timers_fini(struct timers *timers);

/* Sets or moves a timer. False if out of memory. */
bool timer_set(struct timers *timers, struct timer *timer, int64_t at, timer_fire *fire,
               void *context);
void timer_stop(struct timers *timers, struct timer *timer); /* it need not be set */
bool timer_is_set(const struct timer *timer);

/* Fires the timers that are due, the earliest first. Their functions may set and stop timers; one
 * that is set for a time in the past fires in the next call. */
void timers_run(struct timers *timers, int64_t now);

/* When the next timer is due; INT64_MAX if none is set. */
int64_t timers_next(const struct timers *timers);

#endif
