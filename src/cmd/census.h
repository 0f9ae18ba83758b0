/* SPDX-License-Identifier: MIT */
/* Counting moves to a depth on several threads, with or without a table of
 * positions already counted. */
#ifndef CMD_CENSUS_H
#define CMD_CENSUS_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/moves.h"

struct census_plan {
    rk_position position;
    int depth;
    unsigned threads;
    size_t hash_mib; /* 0: no table */
    bool progress;   /* on standard error, once it takes more than a second */
};

struct census {
    uint64_t nodes;
    double seconds;
    size_t move_count;
    rk_move moves[RK_MOVES_MAX];
    uint64_t nodes_of[RK_MOVES_MAX]; /* behind each move of the position */
};

/* False if memory or threads could not be had. */
bool census_take(const struct census_plan *plan, struct census *out);

#endif
