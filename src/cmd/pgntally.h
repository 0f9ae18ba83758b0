/* SPDX-License-Identifier: MIT */
/* How often each of many texts occurred, and how the games went in which it did. */
#ifndef CMD_PGNTALLY_H
#define CMD_PGNTALLY_H

#include "cmd/pgngame.h"

struct tally_row {
    size_t text, size; /* in `texts` */
    uint64_t hash;
    uint64_t results[RESULT_COUNT];
    uint64_t count; /* the sum of the results */
};

/* All zero is empty. */
struct tally {
    struct buffer texts, rows;
    size_t *places; /* of a hash table: 0, or 1 + the index of a row */
    size_t place_count;
    bool failed;
};

void tally_add(struct tally *tally, const char *text, size_t size, enum game_result result);

/* Adds all of another. */
void tally_join(struct tally *tally, const struct tally *other);

size_t tally_size(const struct tally *tally);

/* The row at a place in the order: most frequent first, then by text. Calls for
 * tally_sort() before, after which nothing can be added. */
void tally_sort(struct tally *tally);
const struct tally_row *tally_row(const struct tally *tally, size_t index, rk_pgn_text *text);

void tally_clear(struct tally *tally); /* the room is kept */
void tally_free(struct tally *tally);

#endif
