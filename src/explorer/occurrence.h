/* SPDX-License-Identifier: MIT */
/* Occurrences of positions: neighbouring games that reach a position by the same moves. They are
 * collected by several threads, partitioned by the first bits of the key, and read back one
 * partition at a time. What exceeds the memory is on the disk meanwhile. */
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
    const char *path;
    pthread_mutex_t lock;
    unsigned bits;         /* 2 to this power is the number of partitions */
    struct buffer *blocks; /* of each partition: struct occurrence_block */
    size_t memory_left;    /* for blocks; the others go to the spill */
    int error;             /* an errno; 0: none */
};

/* Blocks take up to `memory` bytes; the spill is beside `path`, which is borrowed. Returns false if
 * memory runs out. */
bool occurrences_init(struct occurrences *all, const char *path, unsigned bits, size_t memory);
void occurrences_fini(struct occurrences *all);

/* What one thread collects. */
struct occurrence_writer {
    struct occurrences *all;
    struct occurrence **buffers; /* of each partition, OCCURRENCE_BLOCK; NULL: none yet */
    uint32_t *counts;
};

enum { OCCURRENCE_BLOCK = 1024 };

bool occurrence_writer_init(struct occurrence_writer *writer, struct occurrences *all);
void occurrence_writer_add(struct occurrence_writer *writer, const struct occurrence *occurrence);
/* Writes what is left, and frees the writer. */
void occurrence_writer_fini(struct occurrence_writer *writer);

/* Takes the occurrences of a partition, sorted by key, then by game, without most of the positions
 * that only one game has. The caller frees them. NULL if there are none, or memory or the disk
 * fails: then `error` is set. */
struct occurrence *occurrences_take(struct occurrences *all, size_t partition, size_t *count);

#endif
