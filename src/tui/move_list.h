/* SPDX-License-Identifier: MIT */
/* The moves of a game beside the board, as on a score sheet. */
#ifndef TUI_MOVE_LIST_H
#define TUI_MOVE_LIST_H

#include <stdio.h>

#include "rookery/game.h"

/* How many columns of moves find room in a window so wide; less than 1: none. */
int move_list_columns(int columns);

/* Draws the last moves, at most three columns, as high as the board from row `top`. */
void move_list_draw(const rk_game *game, int top, int columns, FILE *out);

/* The squares of the last move, to be marked on the board. */
uint64_t move_list_last_move(const rk_game *game);

#endif
