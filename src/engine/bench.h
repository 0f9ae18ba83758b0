/* SPDX-License-Identifier: MIT */
/* The signature of the search: the nodes it needs for some positions at a fixed depth.
 * It changes when the search or the evaluation does, and never by itself. */
#ifndef ENGINE_BENCH_H
#define ENGINE_BENCH_H

#include "rookery/engine.h"

enum { BENCH_DEPTH = 12, BENCH_HASH_MIB = 16 };

struct bench_result {
    uint64_t nodes;
    int64_t time; /* milliseconds */
    size_t positions;
};

/* One thread, an empty table for each position. `depth` 0 is BENCH_DEPTH. */
RK_MUST_USE rk_err bench_search(unsigned depth, int64_t (*now)(void *context), void *context,
                                struct bench_result *out);

/* Its positions, as FENs of standard chess; NULL behind the last. For who wants to be
 * able to stop. */
const char *bench_position(size_t index);

#endif
