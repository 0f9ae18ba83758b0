/* SPDX-License-Identifier: MIT */
#include "explorer/occurrence.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { INSERTION_MAX = 24, DIGIT_BITS_MAX = 22 };

/* A part of a partition, in memory or on the disk. */
struct occurrence_block {
    struct occurrence *list; /* NULL: on the disk */
    uint64_t offset;         /* on the disk */
    size_t count;
};

bool occurrences_init(struct occurrences *all, const char *path, unsigned bits, size_t memory)
{
    *all = (struct occurrences){
        .spill = {.file = -1}, .path = path, .bits = bits, .memory_left = memory};
    all->blocks = calloc((size_t)1 << bits, sizeof *all->blocks);
    if (!all->blocks)
        return false;
    pthread_mutex_init(&all->lock, NULL);
    return true;
}

static size_t block_count(const struct occurrences *all, size_t partition)
{
    return all->blocks[partition].size / sizeof(struct occurrence_block);
}

static struct occurrence_block *blocks_of(const struct occurrences *all, size_t partition)
{
    return (void *)all->blocks[partition].bytes;
}

static void free_blocks(struct occurrences *all, size_t partition)
{
    for (size_t i = 0; i < block_count(all, partition); i++)
        free(blocks_of(all, partition)[i].list);
    buffer_fini(&all->blocks[partition]);
}

void occurrences_fini(struct occurrences *all)
{
    for (size_t i = 0; i < (size_t)1 << all->bits; i++)
        free_blocks(all, i);
    free(all->blocks);
    spill_close(&all->spill);
    pthread_mutex_destroy(&all->lock);
}

// ---- writing ---------------------------------------------------------------------------------

static bool spill_block(struct occurrences *all, const struct occurrence *list, size_t count)
{
    return (all->spill.file >= 0 || spill_open(&all->spill, all->path)) &&
           spill_append(&all->spill, list, count * sizeof *list);
}

/* Returns an errno, 0 for success. A block that stays in memory is taken from the writer. */
static int store_block(struct occurrences *all, struct occurrence **list, size_t count,
                       struct buffer *blocks)
{
    struct occurrence_block block = {.offset = all->spill.size, .count = count};
    const size_t size = OCCURRENCE_BLOCK * sizeof **list;
    if (!buffer_reserve(blocks, sizeof block))
        return ENOMEM;
    if (all->memory_left >= size) {
        all->memory_left -= size;
        block.list = *list;
        *list = NULL;
    } else if (!spill_block(all, *list, count)) {
        return errno;
    }
    buffer_add(blocks, &block, sizeof block);
    return 0;
}

static void write_block(struct occurrence_writer *writer, size_t partition)
{
    struct occurrences *all = writer->all;
    pthread_mutex_lock(&all->lock);
    if (!all->error)
        all->error = store_block(all, &writer->buffers[partition], writer->counts[partition],
                                 &all->blocks[partition]);
    pthread_mutex_unlock(&all->lock);
    writer->counts[partition] = 0;
}

bool occurrence_writer_init(struct occurrence_writer *writer, struct occurrences *all)
{
    const size_t partitions = (size_t)1 << all->bits;
    writer->all = all;
    writer->buffers = calloc(partitions, sizeof(void *));
    writer->counts = calloc(partitions, sizeof *writer->counts);
    if (writer->buffers && writer->counts)
        return true;
    free(writer->buffers);
    free(writer->counts);
    return false;
}

static bool set_error(struct occurrences *all, int error)
{
    pthread_mutex_lock(&all->lock);
    all->error = error;
    pthread_mutex_unlock(&all->lock);
    return false;
}

static bool reserve_buffer(struct occurrence_writer *writer, size_t partition)
{
    struct occurrence **buffer = &writer->buffers[partition];
    if (!*buffer)
        *buffer = malloc(OCCURRENCE_BLOCK * sizeof **buffer);
    return *buffer || set_error(writer->all, ENOMEM);
}

void occurrence_writer_add(struct occurrence_writer *writer, const struct occurrence *occurrence)
{
    const unsigned bits = writer->all->bits;
    const size_t partition = bits ? (size_t)(occurrence->key >> (64 - bits)) : 0;
    if (!writer->counts[partition] && !reserve_buffer(writer, partition))
        return;
    writer->buffers[partition][writer->counts[partition]++] = *occurrence;
    if (writer->counts[partition] == OCCURRENCE_BLOCK)
        write_block(writer, partition);
}

void occurrence_writer_fini(struct occurrence_writer *writer)
{
    for (size_t i = 0; i < (size_t)1 << writer->all->bits; i++) {
        if (writer->counts[i])
            write_block(writer, i);
        free(writer->buffers[i]);
    }
    free(writer->buffers);
    free(writer->counts);
}

// ---- reading ---------------------------------------------------------------------------------

static int compare_occurrences(const void *a, const void *b)
{
    const struct occurrence *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return (left->first > right->first) - (left->first < right->first);
}

/* About four occurrences have the same digit. */
static unsigned digit_bits(size_t count)
{
    unsigned bits = 1;
    while (bits < DIGIT_BITS_MAX && count >> (bits + 2))
        bits++;
    return bits;
}

static void insertion_sort(struct occurrence *list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct occurrence moved = list[i];
        size_t at = i;
        for (; at && compare_occurrences(&list[at - 1], &moved) > 0; at--)
            list[at] = list[at - 1];
        list[at] = moved;
    }
}

/* The bits of a key after those that all keys of a partition share. */
static size_t digit_of(uint64_t key, unsigned shared, unsigned bits)
{
    return (size_t)(key << shared >> (64 - bits));
}

/* Keys are random, so their first bits nearly sort them: distributes the list by enough bits that
 * only a few occurrences have the same, then sorts those. `ends` has a zero for each digit. */
static void sort_occurrences(const struct occurrence *list, struct occurrence *other, size_t count,
                             unsigned shared, uint32_t *ends)
{
    const unsigned bits = digit_bits(count);
    const size_t digits = (size_t)1 << bits;
    for (size_t i = 0; i < count; i++)
        ends[digit_of(list[i].key, shared, bits)]++;
    for (size_t i = 0, sum = 0; i < digits; i++) {
        const uint32_t size = ends[i];
        ends[i] = (uint32_t)sum;
        sum += size;
    }
    for (size_t i = 0; i < count; i++)
        other[ends[digit_of(list[i].key, shared, bits)]++] = list[i];
    for (size_t i = 0, begin = 0; i < digits; begin = ends[i++]) {
        const size_t size = ends[i] - begin;
        if (size <= INSERTION_MAX)
            insertion_sort(other + begin, size);
        else
            qsort(other + begin, size, sizeof *other, compare_occurrences);
    }
}

static bool load_blocks(struct occurrences *all, size_t partition, size_t *count)
{
    struct occurrence_block *block = blocks_of(all, partition);
    *count = 0;
    for (size_t i = 0; i < block_count(all, partition); i++, block++) {
        *count += block->count;
        if (block->list)
            continue;
        block->list = malloc(block->count * sizeof *block->list);
        if (!block->list)
            return set_error(all, ENOMEM);
        if (!spill_read(&all->spill, block->offset, block->list,
                        block->count * sizeof *block->list))
            return set_error(all, errno);
    }
    return true;
}

/* What is known of the keys with a certain digit. Most positions have a single game and are not
 * indexed, so sorting them would be wasted work. */
enum { SEEN_NEVER, SEEN_ONCE, SEEN_OFTEN };

static void count_keys(const struct occurrences *all, size_t partition, unsigned bits,
                       uint8_t *seen)
{
    const struct occurrence_block *block = blocks_of(all, partition);
    for (size_t i = 0; i < block_count(all, partition); i++, block++)
        for (size_t at = 0; at < block->count; at++) {
            uint8_t *known = &seen[digit_of(block->list[at].key, all->bits, bits)];
            *known = *known == SEEN_NEVER && block->list[at].count == 1 ? SEEN_ONCE : SEEN_OFTEN;
        }
}

/* Keeps the occurrences whose positions may have several games; returns their number. */
static size_t keep_shared(const struct occurrences *all, size_t partition, unsigned bits,
                          const uint8_t *seen, struct occurrence *out)
{
    const struct occurrence_block *block = blocks_of(all, partition);
    size_t kept = 0;
    for (size_t i = 0; i < block_count(all, partition); i++, block++)
        for (size_t at = 0; at < block->count; at++) {
            out[kept] = block->list[at];
            kept += seen[digit_of(block->list[at].key, all->bits, bits)] == SEEN_OFTEN;
        }
    return kept;
}

/* There are at least eight digits for each occurrence, so few of them share one by chance. */
static struct occurrence *copy_shared(struct occurrences *all, size_t partition, size_t *count)
{
    const unsigned bits = digit_bits(*count) + 5;
    struct occurrence *list = malloc((*count + 1) * sizeof *list);
    uint8_t *seen = calloc((size_t)1 << bits, sizeof *seen);
    if (list && seen) {
        count_keys(all, partition, bits, seen);
        *count = keep_shared(all, partition, bits, seen, list);
    } else {
        set_error(all, ENOMEM);
        free(list);
        list = NULL;
    }
    free(seen);
    return list;
}

static struct occurrence *sort_list(struct occurrences *all, const struct occurrence *list,
                                    size_t count)
{
    struct occurrence *sorted = malloc(count * sizeof *sorted);
    uint32_t *ends = calloc((size_t)1 << digit_bits(count), sizeof *ends);
    if (sorted && ends && count <= UINT32_MAX) {
        sort_occurrences(list, sorted, count, all->bits, ends);
    } else {
        set_error(all, ENOMEM);
        free(sorted);
        sorted = NULL;
    }
    free(ends);
    return sorted;
}

struct occurrence *occurrences_take(struct occurrences *all, size_t partition, size_t *count)
{
    struct occurrence *list = NULL, *sorted = NULL;
    if (load_blocks(all, partition, count) && *count)
        list = copy_shared(all, partition, count);
    free_blocks(all, partition);
    if (list && *count)
        sorted = sort_list(all, list, *count);
    free(list);
    return sorted;
}
