/* SPDX-License-Identifier: MIT */
/* Describes the actions, the status and the result of a game in words, without a newline. */
#ifndef TUI_REPORT_H
#define TUI_REPORT_H

#include <stdio.h>

#include "base/text.h"
#include "rookery/game.h"

extern const char *const report_side_names[2]; /* "White", "Black" */

/* "1. e4" for a move, a sentence for any other action of the log. */
void report_action(const rk_game *game, size_t index, FILE *out);

/* The score and the reason, for a game that is over. */
void report_result(const rk_game *game, FILE *out);

/* Whose turn it is, check and draw offers; or the result. */
void report_status(const rk_game *game, FILE *out);

/* Adds the letters of a set of kinds (1 << kind) to a text: "Q, R, B or N". */
void report_kinds(unsigned kinds, struct text *text);

#endif
