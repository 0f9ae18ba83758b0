/* SPDX-License-Identifier: MIT */
/* The legal moves of a game in SAN. */
#ifndef TUI_LEGAL_MOVES_H
#define TUI_LEGAL_MOVES_H

#include <stdio.h>

#include "rookery/game.h"
#include "rookery/moves.h"
#include "rookery/san.h"

/* Lists the moves in alphabetical order, none if the game is over. `out` has room for RK_MOVES_MAX
 * moves. Returns their number. */
size_t legal_moves_list(const rk_game *game, char (*out)[RK_SAN_MAX]);

/* Prints the moves after a title, wrapped to 78 columns; prints nothing if there are none. */
void legal_moves_print(const rk_game *game, const char *title, FILE *out);

#endif
