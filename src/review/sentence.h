/* SPDX-License-Identifier: MIT */
/* Explains errors and missed mates in sentences that a club player understands, from facts of the
 * lines: mates, material won and lost, and how the game stands. */
#ifndef REVIEW_SENTENCE_H
#define REVIEW_SENTENCE_H

#include "review/review.h"

enum { SENTENCE_MAX = 240 };

/* Writes what is wrong with a move, such as "18... Qxb2 turns a level position into a losing one:
 * it loses the queen for a rook." `out` has room for SENTENCE_MAX bytes. Writes "" for a move that
 * is not explained. Returns the length. */
size_t sentence_write(const struct review *review, size_t ply, char *out);

#endif
