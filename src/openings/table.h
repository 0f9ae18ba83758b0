/* SPDX-License-Identifier: MIT */
/* The table of named positions, which the build writes (tools/openings.c). */
#ifndef OPENINGS_TABLE_H
#define OPENINGS_TABLE_H

#include "rookery/opening.h"

enum { OPENING_ECO_SIZE = 4 }; /* "C51" and its NUL */

/* A position with its name. Two positions with the same key are told apart by the rest. */
struct opening_entry {
    uint64_t occupied;
    uint8_t pieces[16];  /* those on the occupied squares, a1 first: four bits for each */
    uint8_t turn;        /* an rk_side */
    uint8_t castling;    /* bits: the rooks on a1, h1, a8 and h8 may castle */
    uint32_t text_start; /* in the texts of the table: the code, a NUL, the name, a NUL */
};

struct opening_table {
    const uint64_t *keys; /* ascending; as opening_key() */
    const struct opening_entry *entries;
    size_t count;
    const char *texts;
    const uint64_t *filter; /* a bit for the last OPENING_FILTER_BITS of each key; NULL: none */
};

/* Large enough that few unnamed positions match by chance: most lookups end with the filter, which
 * stays in the cache. */
enum { OPENING_FILTER_BITS = 16, OPENING_FILTER_WORDS = (1 << OPENING_FILTER_BITS) / 64 };

static inline size_t opening_filter_bit(uint64_t key)
{
    return (size_t)(key & ((1 << OPENING_FILTER_BITS) - 1));
}

/* The names that the library was built with; an empty table without them. */
extern const struct opening_table embedded_openings;

/* The key of a position without its en passant square. */
uint64_t opening_key(const rk_position *pos);

/* Fills in the position; false if no opening can have it: it is of a variant, or has more than 32
 * pieces. */
RK_MUST_USE bool opening_entry_pack(const rk_position *pos, struct opening_entry *out);

RK_MUST_USE bool opening_table_find(const struct opening_table *table, const rk_position *pos,
                                    rk_opening *out);

#endif
