/* SPDX-License-Identifier: MIT */
/* Durations in milliseconds. */
#ifndef BASE_MILLISECONDS_H
#define BASE_MILLISECONDS_H

#include <stdint.h>

enum { SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS, HOUR_MS = 60 * MINUTE_MS };

/* A 64-bit number, because 25 days in milliseconds do not fit in an int. */
static const int64_t DAY_MS = INT64_C(24) * HOUR_MS;

/* Rounds up, so that a client that waits this many seconds has waited long enough. */
static inline unsigned ms_to_seconds(int64_t ms)
{
    return (unsigned)((ms + SECOND_MS - 1) / SECOND_MS);
}

static inline int64_t min_ms(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

#endif
