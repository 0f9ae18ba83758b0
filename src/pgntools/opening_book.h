/* SPDX-License-Identifier: MIT */
/* Builds an opening book from games. */
#ifndef PGNTOOLS_OPENING_BOOK_H
#define PGNTOOLS_OPENING_BOOK_H

#include "pgntools/run.h"

struct opening_book_options {
    unsigned long plies;     /* of each game */
    unsigned long min_games; /* moves of fewer games are left out */
};

struct opening_book_counts {
    uint64_t games;
    size_t entries;
};

/* Writes a book in Polyglot format. A move weighs two for each game its side won, one for each
 * draw or game without a result. Memory grows with the number of different moves. */
enum run_status opening_book_build(const struct run_options *options,
                                   const struct opening_book_options *book_options,
                                   struct opening_book_counts *out);

#endif
