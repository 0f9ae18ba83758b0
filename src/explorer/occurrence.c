/* SPDX-License-Identifier: MIT */
#include "explorer/occurrence.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { INSERTION_MAX = 24, DIGIT_BITS_MAX = 22 };

/* A part of a partition on the disk. */
struct occurrence_block {
    uint64_t offset;
    size_t count;
};

bool occurrences_init(struct occurrences *all, const char *path, unsigned bits)
{
    *all = (struct occurrences){.bits = bits, .spill = {.file = -1}};
    all->blocks = calloc((size_t)1 << bits, sizeof *all->blocks);
    if (!all->blocks || !spill_open(&all->spill, path)) {
        free(all->blocks);
        return false;
    }
    pthread_mutex_init(&all->lock, NULL);
    return true;
}

void occurrences_fini(struct occurrences *all)
{
    for (size_t i = 0; i < (size_t)1 << all->bits; i++)
        buffer_fini(&all->blocks[i]);
    free(all->blocks);
    spill_close(&all->spill);
    pthread_mutex_destroy(&all->lock);
}

// ---- writing ---------------------------------------------------------------------------------

static void write_block(struct occurrence_writer *writer, size_t partition)
{
    struct occurrences *all = writer->all;
    const size_t count = writer->counts[partition];
    pthread_mutex_lock(&all->lock);
    const struct occurrence_block block = {all->spill.size, count};
    buffer_add(&all->blocks[partition], &block, sizeof block);
    if (all->blocks[partition].failed)
        all->error = ENOMEM;
    else if (!all->error &&
             !spill_append(&all->spill, writer->buffers + partition * OCCURRENCE_BLOCK,
                           count * sizeof *writer->buffers))
        all->error = errno;
    all->count += count;
    pthread_mutex_unlock(&all->lock);
    writer->counts[partition] = 0;
}

bool occurrence_writer_init(struct occurrence_writer *writer, struct occurrences *all)
{
    const size_t partitions = (size_t)1 << all->bits;
    writer->all = all;
    writer->buffers = malloc(partitions * OCCURRENCE_BLOCK * sizeof *writer->buffers);
    writer->counts = calloc(partitions, sizeof *writer->counts);
    if (writer->buffers && writer->counts)
        return true;
    free(writer->buffers);
    free(writer->counts);
    return false;
}

void occurrence_writer_add(struct occurrence_writer *writer, const struct occurrence *occurrence)
{
    const unsigned bits = writer->all->bits;
    const size_t partition = bits ? (size_t)(occurrence->key >> (64 - bits)) : 0;
    writer->buffers[partition * OCCURRENCE_BLOCK + writer->counts[partition]++] = *occurrence;
    if (writer->counts[partition] == OCCURRENCE_BLOCK)
        write_block(writer, partition);
}

void occurrence_writer_fini(struct occurrence_writer *writer)
{
    for (size_t i = 0; i < (size_t)1 << writer->all->bits; i++)
        if (writer->counts[i])
            write_block(writer, i);
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

static bool read_blocks(const struct occurrences *all, size_t partition, struct occurrence *out)
{
    const struct occurrence_block *blocks = (const void *)all->blocks[partition].bytes;
    const size_t count = all->blocks[partition].size / sizeof *blocks;
    for (size_t i = 0; i < count; i++) {
        if (!spill_read(&all->spill, blocks[i].offset, out, blocks[i].count * sizeof *out))
            return false;
        out += blocks[i].count;
    }
    return true;
}

static struct occurrence *fail_reading(struct occurrences *all, int error)
{
    pthread_mutex_lock(&all->lock);
    all->error = error;
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

struct occurrence *occurrences_read(struct occurrences *all, size_t partition, size_t *count)
{
    const struct occurrence_block *blocks = (const void *)all->blocks[partition].bytes;
    const size_t block_count = all->blocks[partition].size / sizeof *blocks;
    *count = 0;
    for (size_t i = 0; i < block_count; i++)
        *count += blocks[i].count;
    if (!*count)
        return NULL;
    struct occurrence *list = malloc(*count * sizeof *list);
    struct occurrence *sorted = malloc(*count * sizeof *sorted);
    uint32_t *ends = calloc((size_t)1 << digit_bits(*count), sizeof *ends);
    int error = list && sorted && ends && *count <= UINT32_MAX ? 0 : ENOMEM;
    if (!error && !read_blocks(all, partition, list))
        error = errno;
    if (!error)
        sort_occurrences(list, sorted, *count, all->bits, ends);
    free(ends);
    free(list);
    if (!error)
        return sorted;
    free(sorted);
    return fail_reading(all, error);
}
