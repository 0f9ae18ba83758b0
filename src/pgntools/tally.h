/* SPDX-License-Identifier: MIT */
/* Counts how often texts occur, and the results of the games in which they do. */
#ifndef PGNTOOLS_TALLY_H
#define PGNTOOLS_TALLY_H

#include "base/buffer.h"
#include "pgntools/game_tags.h"

struct tally_row {
    size_t offset, size; /* of the text, in `texts` */
    uint64_t hash;
    uint64_t results[RESULT_COUNT];
    uint64_t count; /* sum of the results */
};

/* All zeros is an empty tally. */
struct tally {
    struct buffer texts, rows;
    size_t *buckets; /* hash table: 0, or 1 + the index of a row */
    size_t bucket_count;
    bool out_of_memory;
};

void tally_add(struct tally *tally, const char *text, size_t size, enum game_result result);

/* Adds all counts of another tally. */
void tally_merge(struct tally *tally, const struct tally *other);

size_t tally_count(const struct tally *tally);

/* Sorts the rows: most frequent first, then by text. Nothing can be added afterwards. */
void tally_sort(struct tally *tally);
const struct tally_row *tally_get(const struct tally *tally, size_t index, rk_pgn_text *text);

void tally_clear(struct tally *tally); /* keeps the memory */
void tally_fini(struct tally *tally);

#endif
