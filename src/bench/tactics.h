/* SPDX-License-Identifier: MIT */
/* Counts how many positions of an EPD file an engine solves. */
#ifndef BENCH_TACTICS_H
#define BENCH_TACTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/epd.h"

struct tactics_options {
    const char *file;
    const char *engine; /* a UCI engine; NULL or "self": our own */
    unsigned long time_ms, hash_mib;
    bool show_solved; /* print positions that were solved, too */
    bool quiet;       /* show no progress */
};

struct tactics_score {
    unsigned long positions, solved;
};

enum tactics_status {
    TACTICS_OK,
    TACTICS_BAD_FILE, /* it has no position, or a line has no best move or one to avoid */
    TACTICS_FAILED    /* the file cannot be read, or the engine fails */
};

/* Prints a line for each position that was missed, and the score, to standard output. On failure
 * the reason is in `error`. */
enum tactics_status tactics_run(const struct tactics_options *options, struct tactics_score *out,
                                char *error, size_t error_size);

/* Whether the move is one of the best moves (bm) of the position, if it has any, and not one to
 * avoid (am). */
bool tactics_is_solved(const rk_epd *epd, rk_move move);

#endif
