/* SPDX-License-Identifier: MIT */
/* A histogram of durations with fixed buckets. Any thread may add to it and any may read it; a
 * reader may see the last additions only in part. All zeros is an empty histogram. */
#ifndef BASE_HISTOGRAM_H
#define BASE_HISTOGRAM_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 16 };

struct histogram {
    atomic_uint_least64_t counts[HISTOGRAM_BUCKETS]; /* the last one has no bound */
    atomic_uint_least64_t sum_us;
};

void histogram_add(struct histogram *histogram, int64_t us); /* negative durations count as 0 */

/* The largest duration of a bucket, in microseconds; INT64_MAX for the last one. */
int64_t histogram_bound(size_t bucket);

uint64_t histogram_count(const struct histogram *histogram, size_t bucket);
uint64_t histogram_sum(const struct histogram *histogram); /* in microseconds */

#endif
