/* SPDX-License-Identifier: MIT */
/* Collects latencies and computes percentiles. */
#ifndef LOADTEST_LATENCY_H
#define LOADTEST_LATENCY_H

#include <stddef.h>
#include <stdint.h>

/* All zeros is empty. */
struct latencies {
    uint32_t *microseconds;
    size_t count, capacity;
};

/* A latency that memory has no room for is dropped. */
void latencies_add(struct latencies *latencies, int64_t microseconds);
void latencies_clear(struct latencies *latencies);
void latencies_fini(struct latencies *latencies);

/* Sorts; needed before latencies_percentile(). */
void latencies_sort(struct latencies *latencies);

/* In milliseconds, for a fraction from 0 (the smallest) to 1 (the largest); 0 if there are none. */
double latencies_percentile(const struct latencies *latencies, double fraction);

#endif
