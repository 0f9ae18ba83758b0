/* SPDX-License-Identifier: MIT */
/* Verifies files of perft counts: lines "FEN ;D1 20 ;D2 400". */
#ifndef BENCH_PERFT_SUITE_H
#define BENCH_PERFT_SUITE_H

#include <stdio.h>

#include "bench/perft_threads.h"
#include "platform/progress.h"

enum { PERFT_DEPTH_MAX = 64 };

/* A count that differs, or a line that cannot be parsed. */
struct perft_failure {
    unsigned line;
    const char *error; /* NULL: the counts differ */
    int depth;
    uint64_t nodes, expected;
};

struct perft_suite {
    rk_variant variant;
    uint64_t max_nodes;         /* larger counts are not verified */
    struct perft_options perft; /* threads and hash are used */
    bool quiet;                 /* show no progress */
    struct progress progress;   /* on_failure() clears it before it prints */
    void *context;
    void (*on_failure)(void *context, const struct perft_failure *failure);
    unsigned line, passed, failed; /* results */
};

/* Verifies each line of the file, except for empty lines and comments (#). Returns false if reading
 * fails; errno says why. */
bool perft_suite_run(struct perft_suite *suite, FILE *file);

#endif
