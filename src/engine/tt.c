/* SPDX-License-Identifier: MIT */
#include "engine/tt.h"

#include <pthread.h>
#include <string.h>

#include "engine/hugepages.h"
#include "engine/prefault.h"
#include "rookery/engine.h"

//     63       59 58  57   56 55     48 47     32 31      16 15      0
//    +-----------+---+-------+---------+---------+----------+---------+
//    |    age    | pv| bound |  depth  |  eval   |  score   |  move   |
//    +-----------+---+-------+---------+---------+----------+---------+

enum { AGES = 32, DEPTH_OFFSET = 8, PLIES_PER_AGE = 4 };

enum {
    FIRST_BYTES = 32 << 20,    /* in use from the start */
    FIRST_NODES = 1000000,     /* for which that is enough */
    SLICE_BYTES_MIN = 1 << 20, /* clearing less takes no longer than starting a thread for it */
    SAMPLE = 250               /* buckets that tt_hashfull() counts */
};

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

/* The buckets that are in use from the start. */
static size_t first_buckets(const struct tt *tt)
{
    const size_t first = FIRST_BYTES / sizeof *tt->buckets;
    return tt->count < first ? tt->count : first;
}

rk_err tt_init(struct tt *tt, size_t mib, unsigned threads)
{
    if (!mib || mib > RK_HASH_MAX || mib > SIZE_MAX >> 20)
        return RK_NO_MEMORY;
    const size_t bytes = mib << 20;
    struct tt_bucket *const buckets = hugepages_alloc(bytes);
    if (!buckets)
        return RK_NO_MEMORY;
    *tt = (struct tt){.buckets = buckets, .count = bytes / sizeof *buckets};
    tt->in_use = first_buckets(tt);
    const size_t first = tt->in_use * sizeof *buckets;
    memset((void *)buckets, 0, first); // gets the pages now, not in the first search
    if (first < bytes)
        tt->prefault = prefault_start((char *)buckets + first, bytes - first, threads);
    return RK_OK;
}

void tt_fini(struct tt *tt)
{
    prefault_destroy(tt->prefault);
    hugepages_free(tt->buckets, tt->count * sizeof *tt->buckets);
    *tt = (struct tt){0};
}

bool tt_extend(struct tt *tt, uint64_t nodes, bool may_wait)
{
    if (tt->in_use == tt->count || tt->nodes + nodes < FIRST_NODES)
        return true;
    if (tt->prefault && !(may_wait ? prefault_wait(tt->prefault) : prefault_is_done(tt->prefault)))
        return false;
    atomic_store_explicit(&tt->in_use, tt->count, memory_order_relaxed);
    return true;
}

/* A part of the table, cleared by one thread. */
struct slice {
    struct tt_bucket *buckets;
    size_t count;
};

static void *clear_slice(void *argument)
{
    const struct slice *const slice = argument;
    memset((void *)slice->buckets, 0, slice->count * sizeof *slice->buckets);
    return NULL;
}

void tt_clear(struct tt *tt, unsigned threads)
{
    pthread_t helpers[RK_THREADS_MAX];
    struct slice slices[RK_THREADS_MAX];
    bool started[RK_THREADS_MAX] = {false};
    const size_t used = tt->in_use; // the rest is still empty
    const size_t slices_max = used * sizeof *tt->buckets / SLICE_BYTES_MIN;
    const size_t slice_count = threads < slices_max ? threads : slices_max;
    for (size_t i = 0; i < slice_count; i++) {
        const size_t begin = used / slice_count * i;
        const size_t end = i + 1 < slice_count ? used / slice_count * (i + 1) : used;
        slices[i] = (struct slice){tt->buckets + begin, end - begin};
        // This thread clears the last slice, and those for which no thread can be started.
        started[i] =
            i + 1 < slice_count && !pthread_create(&helpers[i], NULL, clear_slice, &slices[i]);
        if (!started[i])
            clear_slice(&slices[i]);
    }
    for (size_t i = 0; i < slice_count; i++)
        if (started[i])
            pthread_join(helpers[i], NULL);
    // As after tt_init(): a search must not depend on those before the table was cleared.
    tt->in_use = first_buckets(tt);
    tt->nodes = 0;
    tt->age = 0;
}

void tt_new_search(struct tt *tt)
{
    tt->age = (tt->age + 1) % AGES;
}

void tt_end_search(struct tt *tt, uint64_t nodes)
{
    tt->nodes += nodes;
}

static uint64_t load_word(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

bool tt_probe(const struct tt *tt, uint64_t key, struct tt_data *out)
{
    const struct tt_bucket *const bucket = tt_bucket(tt, key);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++) {
        const uint64_t word = load_word(&bucket->entries[i].word);
        if ((load_word(&bucket->entries[i].key_xor_word) ^ word) != key || !word)
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
    uint64_t old = load_word(&replaced->word);
    for (unsigned i = 0; i < TT_BUCKET_SIZE; i++) {
        struct tt_entry *const entry = &bucket->entries[i];
        const uint64_t word = load_word(&entry->word);
        if (!word || (load_word(&entry->key_xor_word) ^ word) == key) {
            replaced = entry;
            old = word;
            break;
        }
        if (replacement_value(tt, word) < replacement_value(tt, old)) {
            replaced = entry;
            old = word;
        }
    }
    if (old && (load_word(&replaced->key_xor_word) ^ old) == key) {
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
    const size_t in_use = tt->in_use, sample = in_use < SAMPLE ? in_use : SAMPLE;
    size_t used = 0;
    for (size_t i = 0; i < sample; i++)
        for (unsigned j = 0; j < TT_BUCKET_SIZE; j++) {
            const uint64_t word = load_word(&tt->buckets[in_use / sample * i].entries[j].word);
            used += word && (unsigned)(word >> 59) == tt->age;
        }
    const double share = (double)in_use / (double)tt->count;
    return (unsigned)(share * (double)used * 1000 / (double)(sample * TT_BUCKET_SIZE));
}
