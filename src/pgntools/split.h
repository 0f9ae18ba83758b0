/* SPDX-License-Identifier: MIT */
/* Splits games into several files. */
#ifndef PGNTOOLS_SPLIT_H
#define PGNTOOLS_SPLIT_H

#include "pgntools/run.h"

/* How to split: by number and size, or by the value of a tag. */
struct split_options {
    uint64_t games;       /* in each file; 0: no limit */
    uint64_t bytes;       /* of each file, uncompressed; 0: no limit; a single game may be larger */
    const char *tag;      /* NULL, or a file for each value of this tag */
    unsigned long prefix; /* compare only this many characters of the value; 0: all */
};

struct split_counts {
    uint64_t games;
    size_t files;
};

/* The files are named after the output: games.pgn.gz becomes games-0001.pgn.gz, games becomes
 * games-0001.pgn; with a tag they are games-B20.pgn, and games-unknown.pgn for games without one.
 * ECO and Opening of games without these tags are those of the moves.
 * The files appear when all of them are complete. The output's name must be set. Memory grows with
 * the number of files. */
enum run_status split_games(const struct run_options *options,
                            const struct split_options *split_options, struct split_counts *out);

#endif
