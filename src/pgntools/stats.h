/* SPDX-License-Identifier: MIT */
/* Statistics of games: results, lengths, players, years, openings, variants. */
#ifndef PGNTOOLS_STATS_H
#define PGNTOOLS_STATS_H

#include "pgntools/run.h"

/* Writes the statistics, with the `top` most frequent values of each category. Memory grows with
 * the number of different values. */
enum run_status stats_write(const struct run_options *options, unsigned long top);

#endif
