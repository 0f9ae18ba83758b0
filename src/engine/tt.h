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

struct prefault;

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
    _Atomic size_t in_use;     /* buckets, the first ones; see tt_extend() */
    uint64_t nodes;            /* of the searches since the table was empty */
    struct prefault *prefault; /* touches the pages of a large table; NULL for a small one */
    unsigned age;              /* of the current search */
};

/* An unpacked entry. */
struct tt_data {
    rk_move move;
    int16_t score, eval;
    int depth;
    enum tt_bound bound;
    bool pv;
};

/* A large table can be used at once: it starts with a part of its memory while threads touch the
 * rest. */
RK_MUST_USE rk_err tt_init(struct tt *tt, size_t mib, unsigned threads);
void tt_fini(struct tt *tt);
void tt_clear(struct tt *tt, unsigned threads); /* 1 to RK_THREADS_MAX threads share the work */

void tt_new_search(struct tt *tt); /* ages the entries of earlier searches */
void tt_end_search(struct tt *tt, uint64_t nodes);

/* Switches to all of a large table if its memory is ready and the searches so far need it; `nodes`
 * are those of the current search. Entries are lost, but only once until the table is cleared.
 * Returns false if the memory is needed but not ready; with `may_wait`, waits a few milliseconds
 * first. A search that must be repeatable calls this again until it succeeds, so that its result
 * does not depend on how long that takes. */
bool tt_extend(struct tt *tt, uint64_t nodes, bool may_wait);

bool tt_probe(const struct tt *tt, uint64_t key, struct tt_data *out);
void tt_store(struct tt *tt, uint64_t key, struct tt_data data);
unsigned tt_hashfull(const struct tt *tt); /* permille filled by the current search */

RK_INLINE struct tt_bucket *tt_bucket(const struct tt *tt, uint64_t key)
{
    return &tt->buckets[(key >> 32) * atomic_load_explicit(&tt->in_use, memory_order_relaxed) >>
                        32];
}

RK_INLINE void tt_prefetch(const struct tt *tt, uint64_t key)
{
    __builtin_prefetch(tt_bucket(tt, key));
}

#endif
