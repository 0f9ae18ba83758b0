/* SPDX-License-Identifier: MIT */
/* Solves endgames of three pieces by retrograde analysis. Has its own implementation of the rules:
 * it shares no code with src/rules or with the tables that are compared with it. */
#ifndef SUPPORT_SOLVER_H
#define SUPPORT_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

/* An endgame in which White has a king and another piece, and Black a king. */
struct solved;

/* Solves the endgame of a piece: 'Q', 'R', 'B', 'N' or 'P'. A pawn needs the other four. Fails the
 * test if memory is short. */
struct solved *solver_solve(char piece, const struct solved *const promoted[4]); /* Q R B N */
void solver_free(struct solved *solved);

/* Whether the position is legal: no two pieces on a square, no pawn on the first or last rank, and
 * the side that has just moved not in check. */
bool solver_is_legal(const struct solved *solved, int king, int enemy, int piece, bool black_moves);

/* For the side to move: the result, 1, 0 or -1; and the plies to the next capture, pawn move or
 * mate, 0 for a mate or a draw. */
int solver_result(const struct solved *solved, int king, int enemy, int piece, bool black_moves);
int solver_distance(const struct solved *solved, int king, int enemy, int piece, bool black_moves);

#endif
