/* SPDX-License-Identifier: MIT */
/* Perft on several threads, with or without a hash table. */
#ifndef BENCH_PERFT_THREADS_H
#define BENCH_PERFT_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/moves.h"

struct perft_options {
    rk_position position;
    int depth;
    unsigned threads;
    size_t hash_mib;    /* 0: no hash table */
    bool show_progress; /* on standard error */
};

struct perft_result {
    uint64_t nodes;
    double seconds;
    size_t move_count;
    rk_move moves[RK_MOVES_MAX];
    uint64_t move_nodes[RK_MOVES_MAX]; /* nodes after each move of the position */
};

/* Returns false if memory or threads run out. */
bool perft_threads_run(const struct perft_options *options, struct perft_result *out);

#endif
