/* SPDX-License-Identifier: MIT */
/* The transposition table, shared by all threads without a lock. An entry is two words: the data,
 * and the key XORed with the data. An entry torn by two writers matches no key and is not found. */
#ifndef ENGINE_TT_H
#define ENGINE_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"
#include "rookery/move.h"

enum { TT_BUCKET_SIZE = 4 };

/* What a stored score means. The values are bits: an exact score is both bounds. */
enum tt_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct tt_entry {
    _Atomic uint64_t key_xor_word, word;
};

struct tt_bucket { /* one cache line */
    struct tt_entry entries[TT_BUCKET_SIZE];
};

struct tt {
    struct tt_bucket *buckets;
    size_t count;
    unsigned age; /* of the current search */
};

/* An unpacked entry. */
struct tt_data {
    rk_move move;
    int16_t score, eval;
    int depth;
    enum tt_bound bound;
    bool pv;
};

RK_MUST_USE rk_err tt_init(struct tt *tt, size_t mib);
void tt_fini(struct tt *tt);
void tt_clear(struct tt *tt);
void tt_new_search(struct tt *tt); /* ages the entries of earlier searches */

bool tt_probe(const struct tt *tt, uint64_t key, struct tt_data *out);
void tt_store(struct tt *tt, uint64_t key, struct tt_data data);
unsigned tt_hashfull(const struct tt *tt); /* permille filled by the current search */

RK_INLINE struct tt_bucket *tt_bucket(const struct tt *tt, uint64_t key)
{
    return &tt->buckets[(key >> 32) * tt->count >> 32];
}

RK_INLINE void tt_prefetch(const struct tt *tt, uint64_t key)
{
    __builtin_prefetch(tt_bucket(tt, key));
}

#endif
