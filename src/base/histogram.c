/* SPDX-License-Identifier: MIT */
#include "base/histogram.h"

static const int64_t bounds[HISTOGRAM_BUCKETS - 1] = {100,    250,    500,     1000,    2500,
                                                      5000,   10000,  25000,   50000,   100000,
                                                      250000, 500000, 1000000, 2500000, 5000000};

int64_t histogram_bound(size_t bucket)
{
    return bucket < HISTOGRAM_BUCKETS - 1 ? bounds[bucket] : INT64_MAX;
}

void histogram_add(struct histogram *histogram, int64_t us)
{
    size_t bucket = 0;
    const int64_t duration = us > 0 ? us : 0;
    while (duration > histogram_bound(bucket))
        bucket++;
    atomic_fetch_add_explicit(&histogram->counts[bucket], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&histogram->sum_us, (uint64_t)duration, memory_order_relaxed);
}

uint64_t histogram_count(const struct histogram *histogram, size_t bucket)
{
    return atomic_load_explicit(&histogram->counts[bucket], memory_order_relaxed);
}

uint64_t histogram_sum(const struct histogram *histogram)
{
    return atomic_load_explicit(&histogram->sum_us, memory_order_relaxed);
}
