/* SPDX-License-Identifier: MIT */
/* Counts the opening lines of games. */
#ifndef PGNTOOLS_OPENINGS_H
#define PGNTOOLS_OPENINGS_H

#include "pgntools/run.h"

struct openings_options {
    rk_position start;   /* games from other positions are ignored */
    unsigned long depth; /* length of a line, in plies */
    unsigned long top;   /* number of lines to write */
};

/* Writes "GAMES WHITE DRAWN BLACK MOVES" for each line, most frequent first. Memory grows with the
 * number of different lines. */
enum run_status openings_count(const struct run_options *options,
                               const struct openings_options *openings_options);

#endif
