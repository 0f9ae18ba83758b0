/* SPDX-License-Identifier: MIT */
/* Draws the moves of a game next to the board, as on a score sheet. */
#ifndef TUI_MOVE_LIST_H
#define TUI_MOVE_LIST_H

#include <stdio.h>

#include "rookery/game.h"

/* The number of move columns that fit into a window of this width; less than 1: none. */
int move_list_columns(int window_columns);

/* Draws the last moves in at most three columns, as high as the board, from row `top`. */
void move_list_draw(const rk_game *game, int top, int columns, FILE *out);

#endif
