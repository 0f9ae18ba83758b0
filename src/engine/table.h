/* SPDX-License-Identifier: MIT */
/* The transposition table: what was found out about positions, shared by all threads
 * without a lock. An entry is two words, of which the first is the key folded with the
 * second: an entry torn by two writers belongs to no position, and is not found. */
#ifndef ENGINE_TABLE_H
#define ENGINE_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"
#include "rookery/move.h"

enum { TABLE_BUCKET = 4 };

/* What a score says: nothing, and as in rk_bound. */
enum table_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct table_entry {
    _Atomic uint64_t folded, word;
};

struct table_bucket { /* one line of the cache */
    struct table_entry entries[TABLE_BUCKET];
};

struct table {
    struct table_bucket *buckets;
    size_t count;
    unsigned age; /* of the search that goes on */
};

/* One entry, unpacked. */
struct record {
    rk_move move;
    int16_t score, eval;
    int depth;
    enum table_bound bound;
    bool pv;
};

RK_MUST_USE rk_err table_open(struct table *table, size_t mib);
void table_close(struct table *table);
void table_forget(struct table *table);
void table_grow_older(struct table *table); /* once for each search */

bool table_find(const struct table *table, uint64_t key, struct record *out);
void table_keep(struct table *table, uint64_t key, struct record record);
unsigned table_fullness(const struct table *table); /* of this search, of a thousand */

RK_INLINE struct table_bucket *table_bucket(const struct table *table, uint64_t key)
{
    return &table->buckets[(key >> 32) * table->count >> 32];
}

RK_INLINE void table_prefetch(const struct table *table, uint64_t key)
{
    __builtin_prefetch(table_bucket(table, key));
}

#endif
