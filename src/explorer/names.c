/* SPDX-License-Identifier: MIT */
#include "explorer/names.h"

#include <stdlib.h>
#include <string.h>

#include "explorer/format.h"

enum { SLOTS_FIRST = 1024, ENTRY_ALIGNMENT = 4 };

/* Before the text of a name, so that looking one up touches two places: its slot and its entry. */
struct name_entry {
    uint32_t index;
    uint32_t size;
};

struct name_slot {
    uint32_t hash;
    uint32_t entry; /* 0: empty; else 1 + its offset in units of ENTRY_ALIGNMENT */
};

void names_fini(struct names *names)
{
    buffer_fini(&names->entries);
    free(names->slots);
    free(names->numbers);
    *names = (struct names){.slots = NULL};
}

static struct name_entry *entry_at(const struct names *names, size_t offset)
{
    return (struct name_entry *)(void *)(names->entries.bytes + offset);
}

static const char *text_of(const struct name_entry *entry)
{
    return (const char *)(entry + 1);
}

static size_t entry_size(size_t text_size)
{
    const size_t size = sizeof(struct name_entry) + text_size;
    return (size + ENTRY_ALIGNMENT - 1) / ENTRY_ALIGNMENT * ENTRY_ALIGNMENT;
}

static struct name_entry *entry_in(const struct names *names, const struct name_slot *slot)
{
    return entry_at(names, (size_t)(slot->entry - 1) * ENTRY_ALIGNMENT);
}

/* Hashes eight bytes at a time, and takes the high half of each product, which depends on all of
 * them. */
static uint32_t hash_name(rk_pgn_text name)
{
    static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = name.size;
    for (size_t at = 0; at < name.size; at += sizeof hash) {
        const size_t left = name.size - at;
        uint64_t word = 0;
        memcpy(&word, name.at + at, left < sizeof word ? left : sizeof word);
        hash = (hash ^ word) * factor;
        hash ^= hash >> 32;
    }
    return (uint32_t)(hash * factor >> 32);
}

/* The slot of a name, or the empty one where it belongs. */
static struct name_slot *find_slot(const struct names *names, rk_pgn_text name, uint32_t hash)
{
    for (size_t at = hash;; at++) {
        struct name_slot *slot = &names->slots[at & (names->slot_count - 1)];
        if (!slot->entry)
            return slot;
        if (slot->hash != hash)
            continue;
        const struct name_entry *entry = entry_in(names, slot);
        if (entry->size == name.size && !memcmp(text_of(entry), name.at, name.size))
            return slot;
    }
}

static bool grow_slots(struct names *names)
{
    const size_t count = names->slot_count ? 2 * names->slot_count : SLOTS_FIRST;
    struct name_slot *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < names->slot_count; i++) {
        size_t at = names->slots[i].hash;
        if (!names->slots[i].entry)
            continue;
        while (slots[at & (count - 1)].entry)
            at++;
        slots[at & (count - 1)] = names->slots[i];
    }
    free(names->slots);
    names->slots = slots;
    names->slot_count = count;
    return true;
}

/* Returns false if memory runs out, or the offset does not fit into a slot. */
static bool append_entry(struct names *names, rk_pgn_text name, struct name_slot *slot)
{
    const size_t offset = names->entries.size, size = entry_size(name.size);
    const struct name_entry entry = {(uint32_t)names->count, (uint32_t)name.size};
    if (offset / ENTRY_ALIGNMENT >= UINT32_MAX || !buffer_reserve(&names->entries, size))
        return false;
    slot->entry = (uint32_t)(offset / ENTRY_ALIGNMENT) + 1;
    buffer_add(&names->entries, &entry, sizeof entry);
    buffer_add(&names->entries, name.at, name.size);
    names->entries.size = offset + size;
    names->text_bytes += name.size;
    names->count++;
    return true;
}

bool names_add(struct names *names, rk_pgn_text name, uint32_t *index)
{
    if (2 * names->count >= names->slot_count && !grow_slots(names))
        return false;
    const uint32_t hash = hash_name(name);
    struct name_slot *slot = find_slot(names, name, hash);
    if (!slot->entry) {
        slot->hash = hash;
        if (!append_entry(names, name, slot))
            return false;
    }
    *index = entry_in(names, slot)->index;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    const struct name_entry *left = *(struct name_entry *const *)a,
                            *right = *(struct name_entry *const *)b;
    const int order =
        memcmp(text_of(left), text_of(right), left->size < right->size ? left->size : right->size);
    return order ? order : (left->size > right->size) - (left->size < right->size);
}

bool names_sort(struct names *names)
{
    struct name_entry **sorted = calloc(names->count + 1, sizeof(void *));
    names->numbers = calloc(names->count + 1, sizeof *names->numbers);
    if (!sorted || !names->numbers) {
        free(sorted);
        return false;
    }
    for (size_t i = 0, at = 0; i < names->count; i++, at += entry_size(sorted[i - 1]->size))
        sorted[i] = entry_at(names, at);
    qsort(sorted, names->count, sizeof(void *), compare_names);
    for (size_t i = 0; i < names->count; i++)
        names->numbers[sorted[i]->index] = (uint32_t)i;
    free(sorted);
    return true;
}

uint32_t names_number(const struct names *names, uint32_t index)
{
    return names->numbers[index];
}

uint64_t names_section_size(const struct names *names)
{
    return 4 * ((uint64_t)names->count + 1) + names->text_bytes;
}

void names_write(const struct names *names, uint8_t *out)
{
    const struct name_entry *entry;
    uint64_t end = 0;
    // First the sizes, each where the offset after its name goes; then their sums.
    for (size_t at = 0; at < names->entries.size; at += entry_size(entry->size)) {
        entry = entry_at(names, at);
        store_number(out + 4 * ((size_t)names->numbers[entry->index] + 1), 4, entry->size);
    }
    store_number(out, 4, 0);
    for (size_t i = 1; i <= names->count; i++) {
        end += load_number(out + 4 * i, 4);
        store_number(out + 4 * i, 4, end);
    }
    uint8_t *texts = out + 4 * (names->count + 1);
    for (size_t at = 0; at < names->entries.size; at += entry_size(entry->size)) {
        entry = entry_at(names, at);
        memcpy(texts + load_number(out + 4 * (size_t)names->numbers[entry->index], 4),
               text_of(entry), entry->size);
    }
}
