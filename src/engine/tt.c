/* SPDX-License-Identifier: MIT */
#include "engine/tt.h"

#include <stdlib.h>
#include <string.h>

#include "engine/hugepages.h"
#include "rookery/engine.h"

//     63       59 58  57   56 55     48 47     32 31      16 15      0
//    +-----------+---+-------+---------+---------+----------+---------+
//    |    age    | pv| bound |  depth  |  eval   |  score   |  move   |
//    +-----------+---+-------+---------+---------+----------+---------+

enum { AGES = 32, DEPTH_OFFSET = 8, PLIES_PER_AGE = 4 };

static uint64_t pack(struct tt_data data, unsigned age)
{
    return (uint64_t)data.move | (uint64_t)(uint16_t)data.score << 16 |
           (uint64_t)(uint16_t)data.eval << 32 |
           (uint64_t)(uint8_t)(data.depth + DEPTH_OFFSET) << 48 | (uint64_t)data.bound << 56 |
           (uint64_t)data.pv << 58 | (uint64_t)age << 59;
}

static struct tt_data unpack(uint64_t word)
{
    return (struct tt_data){.move = (rk_move)word,
                            .score = (int16_t)(uint16_t)(word >> 16),
                            .eval = (int16_t)(uint16_t)(word >> 32),
                            .depth = (int)(word >> 48 & 255) - DEPTH_OFFSET,
                            .bound = (enum tt_bound)(word >> 56 & 3),
                            .pv = word >> 58 & 1};
}

rk_err tt_init(struct tt *tt, size_t mib)
{
    if (!mib || mib > RK_HASH_MAX)
        return RK_NO_MEMORY;
    const size_t bytes = mib << 20;
    struct tt_bucket *const buckets = hugepages_alloc(bytes);
    if (!buckets)
        return RK_NO_MEMORY;
    *tt = (struct tt){.buckets = buckets, .count = bytes / sizeof *buckets};
    tt_clear(tt);
    return RK_OK;
}

void tt_fini(struct tt *tt)
{
    free(tt->buckets);
    *tt = (struct tt){0};
}

void tt_clear(struct tt *tt)
{
    memset((void *)tt->buckets, 0, tt->count * sizeof *tt->buckets);
    tt->age = 0;
}

void tt_new_search(struct tt *tt)
{
    tt->age = (tt->age + 1) % AGES;
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

bool tt_probe(const struct tt *tt, uint64_t key, struct tt_data *out)
{
    const struct tt_bucket *const bucket = tt_bucket(tt, key);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++) {
        const uint64_t word = load(&bucket->entries[i].word);
        if ((load(&bucket->entries[i].key_xor_word) ^ word) != key || !word)
            continue;
        *out = unpack(word);
        return true;
    }
    return false;
}

// Old and shallow entries are replaced first.
static int replacement_value(const struct tt *tt, uint64_t word)
{
    const int age = (int)((tt->age - (unsigned)(word >> 59)) % AGES);
    return (int)(word >> 48 & 255) - PLIES_PER_AGE * age;
}

void tt_store(struct tt *tt, uint64_t key, struct tt_data data)
{
    struct tt_bucket *const bucket = tt_bucket(tt, key);
    struct tt_entry *replaced = &bucket->entries[0];
    uint64_t old = load(&replaced->word);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++) {
        struct tt_entry *const entry = &bucket->entries[i];
        const uint64_t word = load(&entry->word);
        if (!word || (load(&entry->key_xor_word) ^ word) == key) {
            replaced = entry;
            old = word;
            break;
        }
        if (replacement_value(tt, word) < replacement_value(tt, old)) {
            replaced = entry;
            old = word;
        }
    }
    if (old && (load(&replaced->key_xor_word) ^ old) == key) {
        const struct tt_data before = unpack(old);
        if (!data.move)
            data.move = before.move;
        if (data.bound != BOUND_EXACT && (unsigned)(old >> 59) == tt->age &&
            data.depth + 2 * data.pv + 3 < before.depth)
            return; // the old entry is deeper
    }
    const uint64_t word = pack(data, tt->age);
    atomic_store_explicit(&replaced->key_xor_word, key ^ word, memory_order_relaxed);
    atomic_store_explicit(&replaced->word, word, memory_order_relaxed);
}

unsigned tt_hashfull(const struct tt *tt)
{
    const size_t sample = tt->count < 250 ? tt->count : 250;
    size_t used = 0;
    for (size_t i = 0; i < sample; i++)
        for (unsigned j = 0; j < TT_BUCKET_SIZE; j++) {
            const uint64_t word = load(&tt->buckets[i].entries[j].word);
            used += word && (unsigned)(word >> 59) == tt->age;
        }
    return (unsigned)(used * 1000 / (sample * TT_BUCKET_SIZE));
}
