/* SPDX-License-Identifier: MIT */
/* Makes a Polyglot book from a database. */
#ifndef EXPLORER_BOOK_EXPORT_H
#define EXPLORER_BOOK_EXPORT_H

#include "explorer/database.h"

struct book_options {
    uint64_t min_games; /* moves of fewer games are left out */
    double min_score;   /* of the side that plays the move, 0 to 1 */
    uint32_t ply_limit; /* moves after as many plies are left out */
    /* Progress: receives how many positions of book_export_total() are done; may be NULL. */
    void (*progress)(void *context, uint64_t done);
    void *context;
};

uint64_t book_export_total(const struct database *database, const struct book_options *options);

/* Writes the book to newly allocated memory, which the caller frees. A move weighs two for each
 * game its side won and one for each draw, scaled down where that does not fit. The book has all
 * positions that games reach from the ordinary start. Returns RK_AGAINST_VARIANT if the database is
 * not of standard chess, and RK_NO_MEMORY. */
RK_MUST_USE rk_err book_export(const struct database *database, const struct book_options *options,
                               unsigned char **out, size_t *out_size);

#endif
