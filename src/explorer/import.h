/* SPDX-License-Identifier: MIT */
/* Reads the games of PGN files into a sorter, on several threads. */
#ifndef EXPLORER_IMPORT_H
#define EXPLORER_IMPORT_H

#include "explorer/game_sorter.h"
#include "explorer/names.h"
#include "pgntools/run.h"

struct import_counts {
    uint64_t games, moves;     /* added */
    uint64_t errors;           /* games left out because of an error; each was reported */
    size_t files_without_game; /* but with text; each was reported */
    uint64_t other_variants;   /* games left out because the database is of another variant */
    uint64_t start_bytes;      /* that starts of games take in the section of moves */
};

/* Returns RUN_FAILED if a file, memory or the sorter failed; file errors were reported. */
enum run_status import_games(const struct run_options *options, rk_variant variant,
                             struct game_sorter *sorter, struct names *names,
                             struct import_counts *out);

/* Adds records, each after its length in LENGTH_SIZE bytes. Returns false if memory or the sorter
 * fails. */
bool import_records(const uint8_t *bytes, size_t size, struct game_sorter *sorter,
                    struct names *names, struct import_counts *counts);

/* Adds the games of a database, which is borrowed by the sorter and was verified. Returns false if
 * memory runs out. */
bool import_database(const struct database *database, struct game_sorter *sorter,
                     struct names *names, struct import_counts *counts);

#endif
