/* SPDX-License-Identifier: MIT */
/* Splits games into several files. */
#ifndef PGNTOOLS_SPLIT_H
#define PGNTOOLS_SPLIT_H

#include "pgntools/run.h"

/* When a file is full; 0: no limit. */
struct split_limits {
    uint64_t games;
    uint64_t bytes; /* uncompressed; a single game may be larger */
};

struct split_counts {
    uint64_t games;
    unsigned files;
};

/* The files are named after the output: games.pgn.gz becomes games-0001.pgn.gz, games becomes
 * games-0001.pgn. The name must be set. */
enum run_status split_games(const struct run_options *options, const struct split_limits *limits,
                            struct split_counts *out);

#endif
