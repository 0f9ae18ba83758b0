/* SPDX-License-Identifier: MIT */
/* The system's monotonic clock: it never goes backwards, and its origin is arbitrary. Thread-safe.
 */
#ifndef PLATFORM_MONOTONIC_H
#define PLATFORM_MONOTONIC_H

#include <stdint.h>

int64_t monotonic_ms(void);
int64_t monotonic_us(void);
double monotonic_seconds(void);

/* monotonic_ms() with the signature of a callback; the context is ignored. */
int64_t monotonic_callback(void *context);

#endif
