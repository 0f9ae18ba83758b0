/* SPDX-License-Identifier: MIT */
#include "cmd/moment.h"

#include <time.h>

static int64_t moment_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t moment_ms(void)
{
    return moment_ns() / 1000000;
}

int64_t moment_us(void)
{
    return moment_ns() / 1000;
}

double moment_seconds(void)
{
    return 1e-9 * (double)moment_ns();
}

int64_t moment_asked(void *unused)
{
    (void)unused;
    return moment_ms();
}
