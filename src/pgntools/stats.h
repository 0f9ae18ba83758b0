/* SPDX-License-Identifier: MIT */
/* Statistics of games: results, lengths, players, years, openings, variants. */
#ifndef PGNTOOLS_STATS_H
#define PGNTOOLS_STATS_H

#include "pgntools/run.h"

struct stats_options {
    unsigned long top; /* number of values of each category, most frequent first */
    bool json;         /* write a JSON object, as the man page describes it */
};

/* Writes the statistics. Memory grows with the number of different values. */
enum run_status stats_write(const struct run_options *options,
                            const struct stats_options *stats_options);

#endif
