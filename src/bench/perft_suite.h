/* SPDX-License-Identifier: MIT */
/* Verifies files of perft counts: lines "FEN ;D1 20 ;D2 400". */
#ifndef BENCH_PERFT_SUITE_H
#define BENCH_PERFT_SUITE_H

#include <stdio.h>

#include "bench/perft_threads.h"

enum { PERFT_DEPTH_MAX = 64 };

struct perft_suite {
    const char *name; /* of the file, for messages */
    rk_variant variant;
    uint64_t max_nodes;         /* larger counts are not verified */
    struct perft_options perft; /* threads, hash and progress are used */
    unsigned line, passed, failed;
};

/* Verifies each line of the file, except for empty lines and comments (#). Prints a line for each
 * mismatch and each line that cannot be parsed. Returns false if reading fails. */
bool perft_suite_run(struct perft_suite *suite, FILE *file);

#endif
