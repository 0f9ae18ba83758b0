/* SPDX-License-Identifier: MIT */
/* Endings of three men solved backwards from the mates, with rules of their own: nothing is
 * shared with src/rules or with the tables that are compared to it. */
#ifndef SUPPORT_SOLVER_H
#define SUPPORT_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

/* White has a king and one man more, Black a king. */
struct solved;

/* All endings of a man: 'Q' 'R' 'B' 'N' or 'P', of which P needs the others. Fails the test without
 * memory. */
struct solved *solver_solve(char man, const struct solved *const promoted[4]); /* Q R B N */
void solver_free(struct solved *solved);

/* Whether the position can occur: no two men on a square, no pawn on the edge, the side that is
 * not to move not in check. */
bool solver_has(const struct solved *solved, int king, int enemy, int man, bool black_moves);

/* For the side to move: 1, 0 or -1; and the plies to the next capture, pawn move or mate, 0 if it
 * is mate or a draw. */
int solver_result(const struct solved *solved, int king, int enemy, int man, bool black_moves);
int solver_distance(const struct solved *solved, int king, int enemy, int man, bool black_moves);

#endif
