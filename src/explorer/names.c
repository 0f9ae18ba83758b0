/* SPDX-License-Identifier: MIT */
#include "explorer/names.h"

#include <stdlib.h>
#include <string.h>

#include "explorer/format.h"

enum { SLOTS_FIRST = 1024 };

struct name_row {
    size_t offset; /* in the texts */
    uint32_t hash, number;
    uint32_t size;
};

void names_fini(struct names *names)
{
    buffer_fini(&names->texts);
    free(names->rows);
    free(names->slots);
    *names = (struct names){.rows = NULL};
}

/* FNV-1a. */
static uint32_t hash_name(rk_pgn_text name)
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.at[i]) * 16777619U;
    return hash;
}

/* The slot of a name, or the empty one where it belongs. */
static uint32_t *find_slot(const struct names *names, rk_pgn_text name, uint32_t hash)
{
    for (size_t at = hash;; at++) {
        uint32_t *slot = &names->slots[at & (names->slot_count - 1)];
        if (!*slot)
            return slot;
        const struct name_row *row = &names->rows[*slot - 1];
        if (row->hash == hash && row->size == name.size &&
            !memcmp(names->texts.bytes + row->offset, name.at, name.size))
            return slot;
    }
}

static bool grow_slots(struct names *names)
{
    const size_t count = names->slot_count ? 2 * names->slot_count : SLOTS_FIRST;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(names->slots);
    names->slots = slots;
    names->slot_count = count;
    for (size_t i = 0; i < names->count; i++) {
        size_t at = names->rows[i].hash;
        while (slots[at & (count - 1)])
            at++;
        slots[at & (count - 1)] = (uint32_t)i + 1;
    }
    return true;
}

static bool reserve_row(struct names *names)
{
    if (2 * names->count >= names->slot_count && !grow_slots(names))
        return false;
    if (names->count < names->capacity)
        return true;
    const size_t capacity = names->capacity ? 2 * names->capacity : SLOTS_FIRST;
    struct name_row *rows = realloc(names->rows, capacity * sizeof *rows);
    if (!rows)
        return false;
    names->rows = rows;
    names->capacity = capacity;
    return true;
}

bool names_add(struct names *names, rk_pgn_text name)
{
    const uint32_t hash = hash_name(name);
    // The texts are never NULL, even if all names are empty.
    if (!reserve_row(names) || !buffer_reserve(&names->texts, name.size + 1))
        return false;
    uint32_t *slot = find_slot(names, name, hash);
    if (*slot)
        return true;
    const struct name_row row = {
        .offset = names->texts.size, .hash = hash, .size = (uint32_t)name.size};
    buffer_add(&names->texts, name.at, name.size);
    names->rows[names->count++] = row;
    *slot = (uint32_t)names->count;
    return true;
}

struct sorted_name {
    const char *text;
    struct name_row *row;
};

static int compare_names(const void *a, const void *b)
{
    const struct sorted_name *left = a, *right = b;
    const uint32_t left_size = left->row->size, right_size = right->row->size;
    const int order =
        memcmp(left->text, right->text, left_size < right_size ? left_size : right_size);
    return order ? order : (left_size > right_size) - (left_size < right_size);
}

bool names_sort(struct names *names)
{
    struct sorted_name *sorted = calloc(names->count + 1, sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < names->count; i++)
        sorted[i] =
            (struct sorted_name){names->texts.bytes + names->rows[i].offset, &names->rows[i]};
    qsort(sorted, names->count, sizeof *sorted, compare_names);
    for (size_t i = 0; i < names->count; i++)
        sorted[i].row->number = (uint32_t)i;
    free(sorted);
    return true;
}

uint32_t names_find(const struct names *names, rk_pgn_text name)
{
    return names->rows[*find_slot(names, name, hash_name(name)) - 1].number;
}

uint64_t names_section_size(const struct names *names)
{
    return 4 * ((uint64_t)names->count + 1) + names->texts.size;
}

void names_write(const struct names *names, uint8_t *out)
{
    uint64_t end = 0;
    // First the sizes, each where the offset after its name goes; then their sums.
    for (size_t i = 0; i < names->count; i++)
        store_number(out + 4 * (names->rows[i].number + (size_t)1), 4, names->rows[i].size);
    store_number(out, 4, 0);
    for (size_t i = 1; i <= names->count; i++) {
        end += load_number(out + 4 * i, 4);
        store_number(out + 4 * i, 4, end);
    }
    uint8_t *texts = out + 4 * (names->count + 1);
    for (size_t i = 0; i < names->count; i++) {
        const struct name_row *row = &names->rows[i];
        memcpy(texts + load_number(out + 4 * (size_t)row->number, 4),
               names->texts.bytes + row->offset, row->size);
    }
}
