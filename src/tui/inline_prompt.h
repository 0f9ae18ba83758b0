/* SPDX-License-Identifier: MIT */
/* The line being typed in the last row of a terminal, below what has been printed. */
#ifndef TUI_INLINE_PROMPT_H
#define TUI_INLINE_PROMPT_H

#include <stdio.h>

#include "tui/line_editor.h"

/* Draws the prompt and the line, and puts the terminal's cursor into it. A line that is too long
 * for the row shows the part around the cursor. */
void inline_prompt_draw(const char *prompt, const struct line_editor *editor, int columns,
                        FILE *out);

/* Erases the row, so that something else can be printed in it. */
void inline_prompt_erase(FILE *out);

#endif
