/* SPDX-License-Identifier: MIT */
#include "base/monotonic.h"

static int64_t monotonic_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t monotonic_ms(void)
{
    return monotonic_ns() / 1000000;
}

int64_t monotonic_us(void)
{
    return monotonic_ns() / 1000;
}

double monotonic_seconds(void)
{
    return 1e-9 * (double)monotonic_ns();
}

struct timespec monotonic_deadline(int64_t ms)
{
    const int64_t end = monotonic_ns() + ms * 1000000;
    return (struct timespec){.tv_sec = (time_t)(end / 1000000000),
                             .tv_nsec = (long)(end % 1000000000)};
}

int64_t monotonic_callback(void *context)
{
    (void)context;
    return monotonic_ms();
}
