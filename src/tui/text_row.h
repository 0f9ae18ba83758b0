/* SPDX-License-Identifier: MIT */
/* Writes text into the rows and columns of a terminal. */
#ifndef TUI_TEXT_ROW_H
#define TUI_TEXT_ROW_H

#include <stdint.h>
#include <stdio.h>

#include "tui/line_editor.h"

/* The number of columns that `size` bytes of UTF-8 take. */
size_t text_row_width(const char *text, size_t size);

/* The number of bytes of the first line that fit into `columns`. The second function breaks between
 * words if the line is longer. */
size_t text_row_fit(const char *text, int columns);
size_t text_row_fit_words(const char *text, int columns);

/* The start of the next row, and the number of rows, if the text is wrapped between words. */
const char *text_row_next(const char *text, int columns);
int text_row_count(const char *text, int columns);

/* Moves to the start of a row, counted from 1 at the top; clears the rest of the row. */
void text_row_begin(int row, FILE *out);
void text_row_end(FILE *out);

/* Writes text from anywhere, such as a file name or a chat line. Control characters are replaced,
 * so that the text cannot send escape sequences to the terminal. */
void text_row_put(const char *text, size_t size, FILE *out);

/* "2d 23h", "1:02:03", "4:59", "9.8" */
void text_row_put_time(int64_t milliseconds, FILE *out);

/* Draws the prompt and the line being typed, and puts the terminal's cursor into it. */
void text_row_prompt(const char *prompt, const struct line_editor *editor, int row, int columns,
                     FILE *out);

#endif
