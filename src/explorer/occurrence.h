/* SPDX-License-Identifier: MIT */
/* Occurrences of positions: neighbouring games that reach a position by the same moves. They are
 * collected by several threads, partitioned by the first bits of the key on the disk, and read
 * back one partition at a time. */
#ifndef EXPLORER_OCCURRENCE_H
#define EXPLORER_OCCURRENCE_H

#include <pthread.h>

#include "base/buffer.h"
#include "explorer/spill.h"

struct occurrence {
    uint64_t key;
    uint32_t first; /* game */
    uint16_t ply;   /* plies before the position */
    uint16_t count; /* games; more than OCCURRENCE_GAMES_MAX are several occurrences */
};

enum { OCCURRENCE_GAMES_MAX = 0xffff };

/* All partitions. */
struct occurrences {
    struct spill spill;
    pthread_mutex_t lock;
    unsigned bits;         /* 2 to this power is the number of partitions */
    struct buffer *blocks; /* of each partition: struct occurrence_block */
    uint64_t count;
    int error; /* an errno; 0: none */
};

/* The spill is stored beside `path`. Returns false if memory or the disk fails; errno says why. */
bool occurrences_init(struct occurrences *all, const char *path, unsigned bits);
void occurrences_fini(struct occurrences *all);

/* What one thread collects. */
struct occurrence_writer {
    struct occurrences *all;
    struct occurrence *buffers; /* OCCURRENCE_BLOCK of each partition */
    uint32_t *counts;
};

enum { OCCURRENCE_BLOCK = 1024 };

bool occurrence_writer_init(struct occurrence_writer *writer, struct occurrences *all);
void occurrence_writer_add(struct occurrence_writer *writer, const struct occurrence *occurrence);
/* Writes what is left, and frees the writer. */
void occurrence_writer_fini(struct occurrence_writer *writer);

/* Reads a partition, sorted by key, then by game. The caller frees it. NULL if it is empty, or
 * memory or the disk fails: then `error` is set. */
struct occurrence *occurrences_read(struct occurrences *all, size_t partition, size_t *count);

#endif
