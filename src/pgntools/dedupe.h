/* SPDX-License-Identifier: MIT */
/* Drops duplicate games. */
#ifndef PGNTOOLS_DEDUPE_H
#define PGNTOOLS_DEDUPE_H

#include "pgntools/run.h"

struct dedupe_options {
    bool moves_only;            /* compare start and moves, not players and dates */
    bool duplicates_only;       /* copy the duplicates instead of the other games */
    const char *const *against; /* games that are in these files are duplicates, too */
    size_t against_count;
};

struct dedupe_counts {
    uint64_t games, duplicates; /* of the input; not in the files to compare with */
    uint64_t against;           /* in the files to compare with */
    size_t table_bytes;         /* memory of the hash table */
};

/* Copies the first of games with the same start, moves, players and date. A game with an error is
 * never a duplicate. */
enum run_status dedupe_games(const struct run_options *options,
                             const struct dedupe_options *dedupe_options,
                             struct dedupe_counts *out);

#endif
