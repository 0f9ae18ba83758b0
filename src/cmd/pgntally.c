/* SPDX-License-Identifier: MIT */
#include "cmd/pgntally.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PLACES = 1 << 8 };

static struct tally_row *rows_of(const struct tally *tally)
{
    return (struct tally_row *)(void *)tally->rows.bytes;
}

size_t tally_size(const struct tally *tally)
{
    return tally->rows.size / sizeof(struct tally_row);
}

static uint64_t hash_text(const char *text, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* Where this text is in the table, or where it should be. */
static size_t *find_place(const struct tally *tally, const char *text, size_t size, uint64_t hash)
{
    size_t at = hash & (tally->place_count - 1);
    for (;; at = (at + 1) & (tally->place_count - 1)) {
        size_t *place = &tally->places[at];
        if (!*place)
            return place;
        const struct tally_row *row = &rows_of(tally)[*place - 1];
        if (row->hash == hash && row->size == size &&
            (!size || !memcmp(tally->texts.bytes + row->text, text, size)))
            return place;
    }
}

static bool grow(struct tally *tally)
{
    const size_t count = tally->place_count ? tally->place_count * 2 : FIRST_PLACES;
    size_t *places = calloc(count, sizeof *places);
    if (!places) {
        tally->failed = true;
        return false;
    }
    free(tally->places);
    tally->places = places;
    tally->place_count = count;
    for (size_t i = 0; i < tally_size(tally); i++) {
        const struct tally_row *row = &rows_of(tally)[i];
        *find_place(tally, tally->texts.bytes + row->text, row->size, row->hash) = i + 1;
    }
    return true;
}

static struct tally_row *find_row(struct tally *tally, const char *text, size_t size)
{
    if (tally_size(tally) * 2 >= tally->place_count && !grow(tally))
        return NULL;
    const uint64_t hash = hash_text(text, size);
    size_t *place = find_place(tally, text, size, hash);
    if (!*place) {
        const struct tally_row row = {.text = tally->texts.size, .size = size, .hash = hash};
        buffer_add(&tally->texts, text, size);
        buffer_add(&tally->rows, &row, sizeof row);
        if (tally->texts.failed || tally->rows.failed) {
            tally->failed = true;
            return NULL;
        }
        *place = tally_size(tally);
    }
    return &rows_of(tally)[*place - 1];
}

void tally_add(struct tally *tally, const char *text, size_t size, enum game_result result)
{
    struct tally_row *row = tally->failed ? NULL : find_row(tally, text, size);
    if (!row)
        return;
    row->results[result]++;
    row->count++;
}

void tally_join(struct tally *tally, const struct tally *other)
{
    tally->failed = tally->failed || other->failed;
    for (size_t i = 0; !tally->failed && i < tally_size(other); i++) {
        const struct tally_row *from = &rows_of(other)[i];
        struct tally_row *to = find_row(tally, other->texts.bytes + from->text, from->size);
        for (size_t result = 0; to && result < RESULT_COUNT; result++)
            to->results[result] += from->results[result];
        if (to)
            to->count += from->count;
    }
}

/* A row together with its text, which is all that sorting can see. */
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
    const size_t count = tally_size(tally);
    struct sorted *sorted = count ? malloc(count * sizeof *sorted) : NULL;
    if (count && !sorted)
        tally->failed = true;
    if (!sorted)
        return;
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct sorted){tally->texts.bytes + rows_of(tally)[i].text, rows_of(tally)[i]};
    qsort(sorted, count, sizeof *sorted, compare_rows);
    for (size_t i = 0; i < count; i++)
        rows_of(tally)[i] = sorted[i].row;
    free(sorted);
}

const struct tally_row *tally_row(const struct tally *tally, size_t index, rk_pgn_text *text)
{
    const struct tally_row *row = &rows_of(tally)[index];
    *text = (rk_pgn_text){tally->texts.bytes + row->text, row->size};
    return row;
}

void tally_clear(struct tally *tally)
{
    buffer_rewind(&tally->texts);
    buffer_rewind(&tally->rows);
    if (tally->places)
        memset(tally->places, 0, tally->place_count * sizeof *tally->places);
}

void tally_free(struct tally *tally)
{
    buffer_fini(&tally->texts);
    buffer_fini(&tally->rows);
    free(tally->places);
    *tally = (struct tally){0};
}
