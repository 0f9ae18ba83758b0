/* SPDX-License-Identifier: MIT */
/* Text in the rows and columns of a terminal. */
#ifndef TUI_TEXT_ROW_H
#define TUI_TEXT_ROW_H

#include <stdint.h>
#include <stdio.h>

#include "tui/line_editor.h"

/* Columns that `size` bytes of text take. */
size_t text_row_width(const char *text, size_t size);

/* The bytes of text that fit in so many columns, up to the end of the line; the
 * second ends between words if there is more on it. */
size_t text_row_fit(const char *text, int columns);
size_t text_row_fit_words(const char *text, int columns);

/* Where the next row begins, and how many there are, if broken between words. */
const char *text_row_next(const char *text, int columns);
int text_row_count(const char *text, int columns);

/* Goes to the start of a row, from 1 at the top; clears what is left of it. */
void text_row_begin(int row, FILE *out);
void text_row_end(FILE *out);

/* Puts text that may hold anything: a file's name or what somebody said shall not
 * command the terminal. */
void text_row_put(const char *text, size_t size, FILE *out);

/* "2d 23h", "1:02:03", "4:59", "9.8" */
void text_row_put_time(int64_t left, FILE *out);

/* The line being typed behind its prompt, with the cursor in it. */
void text_row_prompt(const char *prompt, const struct line_editor *line, int row, int columns,
                     FILE *out);

#endif
