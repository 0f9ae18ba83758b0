/* SPDX-License-Identifier: MIT */
/* Finds the puzzles of all games of PGN files, several games at a time, and writes them in the
 * order of the games. */
#ifndef PUZZLES_PUZZLE_FILES_H
#define PUZZLES_PUZZLE_FILES_H

#include "pgntools/game_run.h"
#include "puzzles/puzzle_format.h"

struct puzzle_files_options {
    struct run_options run; /* files, output, threads and where problems are reported */
    uint64_t nodes;         /* for each position */
    enum puzzle_format format;
    int64_t (*now)(void *context); /* milliseconds of a monotonic clock; the context is NULL */
};

/* Counts the games and the puzzles found in them. As for reviews (game_run.h), the output does not
 * depend on the number of threads, and an interrupted run continues where it stopped. */
enum run_status puzzle_files(const struct puzzle_files_options *options,
                             struct game_run_counts *out);

#endif
