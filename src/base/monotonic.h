/* SPDX-License-Identifier: MIT */
/* The system's monotonic clock: it never goes backwards, and its origin is arbitrary. Thread-safe.
 */
#ifndef BASE_MONOTONIC_H
#define BASE_MONOTONIC_H

#include <stdint.h>
#include <time.h>

int64_t monotonic_ms(void);
int64_t monotonic_us(void);
double monotonic_seconds(void);

/* The time in `ms` milliseconds, for pthread_cond_timedwait() on a condition with CLOCK_MONOTONIC.
 */
struct timespec monotonic_deadline(int64_t ms);

/* monotonic_ms() with the signature of a callback; the context is ignored. */
int64_t monotonic_callback(void *context);

#endif
