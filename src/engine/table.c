/* SPDX-License-Identifier: MIT */
#include "engine/table.h"

#include <stdlib.h>
#include <string.h>

#include "engine/pages.h"
#include "rookery/engine.h"

//     63       59 58  57   56 55     48 47     32 31      16 15      0
//    +-----------+---+-------+---------+---------+----------+---------+
//    |    age    | pv| bound |  depth  |  eval   |  score   |  move   |
//    +-----------+---+-------+---------+---------+----------+---------+

enum { AGES = 32, DEPTH_OFFSET = 8, AGED_PLIES = 4 };

static uint64_t pack(struct record record, unsigned age)
{
    return (uint64_t)record.move | (uint64_t)(uint16_t)record.score << 16 |
           (uint64_t)(uint16_t)record.eval << 32 |
           (uint64_t)(uint8_t)(record.depth + DEPTH_OFFSET) << 48 | (uint64_t)record.bound << 56 |
           (uint64_t)record.pv << 58 | (uint64_t)age << 59;
}

static struct record unpack(uint64_t word)
{
    return (struct record){.move = (rk_move)word,
                           .score = (int16_t)(uint16_t)(word >> 16),
                           .eval = (int16_t)(uint16_t)(word >> 32),
                           .depth = (int)(word >> 48 & 255) - DEPTH_OFFSET,
                           .bound = (enum table_bound)(word >> 56 & 3),
                           .pv = word >> 58 & 1};
}

rk_err table_open(struct table *table, size_t mib)
{
    if (!mib || mib > RK_HASH_MAX)
        return RK_NO_MEMORY;
    const size_t bytes = mib << 20;
    struct table_bucket *const buckets = pages_take(bytes);
    if (!buckets)
        return RK_NO_MEMORY;
    *table = (struct table){.buckets = buckets, .count = bytes / sizeof *buckets};
    table_forget(table);
    return RK_OK;
}

void table_close(struct table *table)
{
    free(table->buckets);
    *table = (struct table){0};
}

void table_forget(struct table *table)
{
    memset((void *)table->buckets, 0, table->count * sizeof *table->buckets);
    table->age = 0;
}

void table_grow_older(struct table *table)
{
    table->age = (table->age + 1) % AGES;
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

bool table_find(const struct table *table, uint64_t key, struct record *out)
{
    const struct table_bucket *const bucket = table_bucket(table, key);
    for (unsigned i = 0; i < TABLE_BUCKET; i++) {
        const uint64_t word = load(&bucket->entries[i].word);
        if ((load(&bucket->entries[i].folded) ^ word) != key || !word)
            continue;
        *out = unpack(word);
        return true;
    }
    return false;
}

// Old and shallow entries go first.
static int worth(const struct table *table, uint64_t word)
{
    const int age = (int)((table->age - (unsigned)(word >> 59)) % AGES);
    return (int)(word >> 48 & 255) - AGED_PLIES * age;
}

void table_keep(struct table *table, uint64_t key, struct record record)
{
    struct table_bucket *const bucket = table_bucket(table, key);
    struct table_entry *victim = &bucket->entries[0];
    uint64_t old = load(&victim->word);
    for (unsigned i = 0; i < TABLE_BUCKET; i++) {
        struct table_entry *const entry = &bucket->entries[i];
        const uint64_t word = load(&entry->word);
        if (!word || (load(&entry->folded) ^ word) == key) {
            victim = entry;
            old = word;
            break;
        }
        if (worth(table, word) < worth(table, old)) {
            victim = entry;
            old = word;
        }
    }
    if (old && (load(&victim->folded) ^ old) == key) {
        const struct record before = unpack(old);
        if (!record.move)
            record.move = before.move;
        if (record.bound != BOUND_EXACT && (unsigned)(old >> 59) == table->age &&
            record.depth + 2 * record.pv + 3 < before.depth)
            return; // what is known goes deeper
    }
    const uint64_t word = pack(record, table->age);
    atomic_store_explicit(&victim->folded, key ^ word, memory_order_relaxed);
    atomic_store_explicit(&victim->word, word, memory_order_relaxed);
}

unsigned table_fullness(const struct table *table)
{
    const size_t looked_at = table->count < 250 ? table->count : 250;
    size_t used = 0;
    for (size_t i = 0; i < looked_at; i++)
        for (unsigned j = 0; j < TABLE_BUCKET; j++) {
            const uint64_t word = load(&table->buckets[i].entries[j].word);
            used += word && (unsigned)(word >> 59) == table->age;
        }
    return (unsigned)(used * 1000 / (looked_at * TABLE_BUCKET));
}
