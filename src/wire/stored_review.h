/* SPDX-License-Identifier: MIT */
/* Reads what exports need of a stored review: the JSON that `rookery analyse --format json` writes.
 * All texts are borrowed from the review. */
#ifndef WIRE_STORED_REVIEW_H
#define WIRE_STORED_REVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"

/* A move, and the position after it. */
struct reviewed_move {
    int64_t score; /* for White: centipawns, or moves to the mate; 0: mate is on the board */
    bool is_mate;
    const char *judgement; /* "blunder"; NULL: none */
    const char *best;      /* the engine's move in SAN; NULL where the game was over */
    const char *comment;   /* what is wrong with the move; NULL for a move without an error */
    size_t line_size;      /* of the better line: see stored_review_line() */
};

struct reviewed_side {
    int64_t inaccuracies, mistakes, blunders;
    int64_t acpl;
    double accuracy; /* in percent; negative without moves */
};

struct stored_review;

/* Reads a review of a game with this many plies. RK_BAD_RECORD: it is damaged, and *fault says how.
 * The caller frees *out with stored_review_destroy(). */
RK_MUST_USE rk_err stored_review_parse(const char *bytes, size_t size, size_t plies,
                                       struct stored_review **out, rk_fault *fault);
void stored_review_destroy(struct stored_review *review); /* NULL is allowed */

/* The first move is 0. */
struct reviewed_move stored_review_move(const struct stored_review *review, size_t ply);
/* The move of the better line at `index`, in SAN. */
const char *stored_review_line(const struct stored_review *review, size_t ply, size_t index);
struct reviewed_side stored_review_side(const struct stored_review *review, bool white);

#endif
