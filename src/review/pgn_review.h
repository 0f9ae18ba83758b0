/* SPDX-License-Identifier: MIT */
/* Reviews one game of a text, for programs that want the report and nothing else. */
#ifndef REVIEW_PGN_REVIEW_H
#define REVIEW_PGN_REVIEW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "rookery/err.h"

struct pgn_review_options {
    uint64_t nodes;                /* for each position */
    int64_t (*now)(void *context); /* milliseconds of a monotonic clock */
    /* Called with the score of each position for White, in centipawns or moves to the mate, and
     * once more where a longer search has changed it. */
    void (*evaluated)(void *context, size_t ply, int score, bool is_mate);
    void *context;           /* of both */
    const atomic_bool *stop; /* another thread sets it to end the review at once */
};

/* Reviews the first game, and appends its object as report_json.h writes it. Returns the error of a
 * game that cannot be read, RK_NO_MEMORY, and RK_NOT_NOW if it was stopped. */
RK_MUST_USE rk_err pgn_review(const char *pgn, size_t size,
                              const struct pgn_review_options *options, struct buffer *out);

#endif
