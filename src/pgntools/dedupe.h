/* SPDX-License-Identifier: MIT */
/* Drops duplicate games. */
#ifndef PGNTOOLS_DEDUPE_H
#define PGNTOOLS_DEDUPE_H

#include "pgntools/run.h"

struct dedupe_counts {
    uint64_t games, kept;
    size_t table_bytes; /* memory of the hash table */
};

/* Copies the first of games with the same start, moves, players and date; with `moves_only`, of
 * games with the same start and moves. Games with errors are always copied. */
enum run_status dedupe_games(const struct run_options *options, bool moves_only,
                             struct dedupe_counts *out);

#endif
