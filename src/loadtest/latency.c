/* SPDX-License-Identifier: MIT */
#include "loadtest/latency.h"

#include <stdlib.h>

enum { INITIAL_CAPACITY = 1 << 16 };

void latencies_add(struct latencies *latencies, int64_t microseconds)
{
    if (latencies->count == latencies->capacity) {
        const size_t capacity = latencies->capacity ? 2 * latencies->capacity : INITIAL_CAPACITY;
        uint32_t *larger = realloc(latencies->microseconds, capacity * sizeof *larger);
        if (!larger)
            return;
        latencies->microseconds = larger;
        latencies->capacity = capacity;
    }
    latencies->microseconds[latencies->count++] =
        microseconds < UINT32_MAX ? (uint32_t)microseconds : UINT32_MAX;
}

void latencies_clear(struct latencies *latencies)
{
    latencies->count = 0;
}

void latencies_fini(struct latencies *latencies)
{
    free(latencies->microseconds);
    *latencies = (struct latencies){NULL, 0, 0};
}

static int compare_latencies(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

void latencies_sort(struct latencies *latencies)
{
    if (latencies->count)
        qsort(latencies->microseconds, latencies->count, sizeof *latencies->microseconds,
              compare_latencies);
}

double latencies_percentile(const struct latencies *latencies, double fraction)
{
    const size_t count = latencies->count;
    if (!count)
        return 0;
    const size_t index = (size_t)(fraction * (double)count);
    return latencies->microseconds[index < count ? index : count - 1] / 1000.0;
}
