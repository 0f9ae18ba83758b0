/* SPDX-License-Identifier: MIT */
/* The bench signature: the number of nodes that a fixed set of positions needs at a fixed depth.
 * It changes only when the search or the evaluation changes. */
#ifndef ENGINE_BENCH_H
#define ENGINE_BENCH_H

#include <stdatomic.h>

#include "rookery/engine.h"

enum { BENCH_DEPTH = 12, BENCH_HASH_MIB = 16 };

/* Searches all positions, each with empty tables, and returns the number of nodes. For the
 * signature the engine has one thread and BENCH_HASH_MIB. Ends early when `stop` becomes true and
 * rk_engine_stop() is called; `stop` may be NULL. */
uint64_t bench_search(rk_engine *engine, unsigned depth, const atomic_bool *stop);

/* The positions as FENs of standard chess; NULL after the last. */
const char *bench_position(size_t index);

#endif
