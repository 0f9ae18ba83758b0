/* SPDX-License-Identifier: MIT */
/* The moves there are to choose from, as SAN. */
#ifndef TUI_LEGAL_MOVES_H
#define TUI_LEGAL_MOVES_H

#include <stdio.h>

#include "rookery/game.h"
#include "rookery/moves.h"
#include "rookery/san.h"

/* Lists them in order, none of a game that is over; room for RK_MOVES_MAX. */
size_t legal_moves_list(const rk_game *game, char (*out)[RK_SAN_MAX]);

/* Prints them behind a title, in lines of ordinary length; nothing if there are none. */
void legal_moves_print(const rk_game *game, const char *title, FILE *out);

#endif
