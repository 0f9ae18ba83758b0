/* SPDX-License-Identifier: MIT */
/* Undo and redo in units of moves: a move, or the end of the game. Draw offers and their answers
 * belong to the move after them. */
#ifndef TUI_UNDO_H
#define TUI_UNDO_H

#include <stdio.h>

#include "rookery/game.h"

/* Finds how far to go back: `count` moves, or, with a side, `count` turns of it, so that it is to
 * move again. Stores the length the log will have. Returns how many of them there are, `count` at
 * most; less than `count` means that the log is too short. */
unsigned long undo_plan(const rk_game *game, rk_side side, unsigned long count, size_t *length);

/* Takes back all actions from this length on. Prints them, separated by commas. */
RK_MUST_USE rk_err undo_to(rk_game *game, size_t length, FILE *out);

/* Replays a move or the end of the game; with a side, until it is to move again or nothing is left.
 * There must be an action to replay. Prints what is replayed, separated by commas. */
RK_MUST_USE rk_err redo_turn(rk_game *game, rk_side side, FILE *out);

#endif
