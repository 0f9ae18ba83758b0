/* SPDX-License-Identifier: MIT */
#include "pgntools/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"

enum { INITIAL_BUCKETS = 1 << 8 };

static struct tally_row *tally_rows(const struct tally *tally)
{
    return (struct tally_row *)(void *)tally->rows.bytes;
}

size_t tally_count(const struct tally *tally)
{
    return tally->rows.size / sizeof(struct tally_row);
}

/* While all texts are empty, there are no bytes. */
static const char *row_text(const struct tally *tally, const struct tally_row *row)
{
    return row->size ? tally->texts.bytes + row->offset : "";
}

static uint64_t hash_text(const char *text, size_t size)
{
    const uint64_t hash = fnv_hash(text, size);
    return hash ^ hash >> 29;
}

/* Returns the bucket that has the text, or the empty one where it belongs. */
static size_t *find_bucket(const struct tally *tally, const char *text, size_t size, uint64_t hash)
{
    size_t at = hash & (tally->bucket_count - 1);
    for (;; at = (at + 1) & (tally->bucket_count - 1)) {
        size_t *bucket = &tally->buckets[at];
        if (!*bucket)
            return bucket;
        const struct tally_row *row = &tally_rows(tally)[*bucket - 1];
        if (row->hash == hash && row->size == size &&
            (!size || !memcmp(row_text(tally, row), text, size)))
            return bucket;
    }
}

static bool grow_table(struct tally *tally)
{
    const size_t count = tally->bucket_count ? tally->bucket_count * 2 : INITIAL_BUCKETS;
    size_t *buckets = calloc(count, sizeof *buckets);
    if (!buckets) {
        tally->out_of_memory = true;
        return false;
    }
    free(tally->buckets);
    tally->buckets = buckets;
    tally->bucket_count = count;
    for (size_t i = 0; i < tally_count(tally); i++) {
        const struct tally_row *row = &tally_rows(tally)[i];
        *find_bucket(tally, row_text(tally, row), row->size, row->hash) = i + 1;
    }
    return true;
}

static struct tally_row *find_row(struct tally *tally, const char *text, size_t size)
{
    if (tally_count(tally) * 2 >= tally->bucket_count && !grow_table(tally))
        return NULL;
    const uint64_t hash = hash_text(text, size);
    size_t *bucket = find_bucket(tally, text, size, hash);
    if (!*bucket) {
        const struct tally_row row = {.offset = tally->texts.size, .size = size, .hash = hash};
        buffer_add(&tally->texts, text, size);
        buffer_add(&tally->rows, &row, sizeof row);
        if (tally->texts.failed || tally->rows.failed) {
            tally->out_of_memory = true;
            return NULL;
        }
        *bucket = tally_count(tally);
    }
    return &tally_rows(tally)[*bucket - 1];
}

void tally_add(struct tally *tally, const char *text, size_t size, enum game_result result)
{
    struct tally_row *row = tally->out_of_memory ? NULL : find_row(tally, text, size);
    if (!row)
        return;
    row->results[result]++;
    row->count++;
}

void tally_merge(struct tally *tally, const struct tally *other)
{
    tally->out_of_memory = tally->out_of_memory || other->out_of_memory;
    for (size_t i = 0; !tally->out_of_memory && i < tally_count(other); i++) {
        const struct tally_row *from = &tally_rows(other)[i];
        struct tally_row *to = find_row(tally, row_text(other, from), from->size);
        for (size_t result = 0; to && result < RESULT_COUNT; result++)
            to->results[result] += from->results[result];
        if (to)
            to->count += from->count;
    }
}

/* A row with its text: qsort() passes no context to the comparison. */
struct sorted {
    const char *text;
    struct tally_row row;
};

static int compare_rows(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    if (x->row.count != y->row.count)
        return x->row.count < y->row.count ? 1 : -1;
    const size_t size = x->row.size < y->row.size ? x->row.size : y->row.size;
    const int order = size ? memcmp(x->text, y->text, size) : 0;
    return order ? order : (x->row.size > y->row.size) - (x->row.size < y->row.size);
}

void tally_sort(struct tally *tally)
{
    const size_t count = tally_count(tally);
    struct sorted *sorted = count ? malloc(count * sizeof *sorted) : NULL;
    if (count && !sorted)
        tally->out_of_memory = true;
    if (!sorted)
        return;
    for (size_t i = 0; i < count; i++) {
        const struct tally_row *row = &tally_rows(tally)[i];
        sorted[i] = (struct sorted){row_text(tally, row), *row};
    }
    qsort(sorted, count, sizeof *sorted, compare_rows);
    for (size_t i = 0; i < count; i++)
        tally_rows(tally)[i] = sorted[i].row;
    free(sorted);
}

const struct tally_row *tally_get(const struct tally *tally, size_t index, rk_pgn_text *text)
{
    const struct tally_row *row = &tally_rows(tally)[index];
    *text = (rk_pgn_text){row_text(tally, row), row->size};
    return row;
}

void tally_clear(struct tally *tally)
{
    buffer_rewind(&tally->texts);
    buffer_rewind(&tally->rows);
    if (tally->buckets)
        memset(tally->buckets, 0, tally->bucket_count * sizeof *tally->buckets);
}

void tally_fini(struct tally *tally)
{
    buffer_fini(&tally->texts);
    buffer_fini(&tally->rows);
    free(tally->buckets);
    *tally = (struct tally){0};
}
