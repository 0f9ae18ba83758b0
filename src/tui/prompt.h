/* SPDX-License-Identifier: MIT */
/* The row in which the user types. */
#ifndef TUI_PROMPT_H
#define TUI_PROMPT_H

#include "tui/canvas.h"
#include "tui/line_editor.h"

/* Draws the prompt and the line being typed, and puts the terminal's cursor into it. */
void prompt_draw(const char *prompt, const struct line_editor *editor, struct canvas *canvas,
                 int row, int column);

/* Draws a question that is answered with a key, with the cursor after it. */
void prompt_draw_question(const char *question, struct canvas *canvas, int row, int column);

#endif
