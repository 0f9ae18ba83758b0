/* SPDX-License-Identifier: MIT */
/* What happens in a game, in words for its players. Nothing here ends a line. */
#ifndef TUI_REPORT_H
#define TUI_REPORT_H

#include <stdio.h>

#include "rookery/game.h"

extern const char *const report_sides[2]; /* "White", "Black" */

/* "1. e4" for a move of the log, a sentence for what else was done. */
void report_action(const rk_game *game, size_t index, FILE *out);

/* Of a game that is over: its score and why. */
void report_result(const rk_game *game, FILE *out);

/* Whose turn it is and what hangs over the board, or how it ended. */
void report_status(const rk_game *game, FILE *out);

#endif
