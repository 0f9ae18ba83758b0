/* SPDX-License-Identifier: MIT */
/* Judges the moves of a game by its positions and their evaluations. */
#ifndef REVIEW_JUDGE_H
#define REVIEW_JUDGE_H

#include "review/review.h"

/* What a move loses of the winning chances: nothing if it is the engine's move. */
int judge_loss(const struct review *review, size_t ply);

/* Judges all moves. The first `book_plies` are book moves, but a mistake ends the book: some
 * openings are named after one. Whether a move is brilliant takes more searches, and is found
 * elsewhere (brilliant.h). */
void judge_moves(struct review *review, size_t book_plies);

#endif
