/* SPDX-License-Identifier: MIT */
/* Measures, wraps and writes text for the rows and columns of a terminal. */
#ifndef TUI_TEXT_ROW_H
#define TUI_TEXT_ROW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The first character of a text: its size in bytes, and the columns it takes: two for wide
 * characters such as Chinese ones, none for combining marks. Control characters and bytes that are
 * not UTF-8 are not valid and take one column each. */
struct text_glyph {
    size_t size;
    int columns;
    bool is_valid;
};
struct text_glyph text_row_glyph(const char *text);

/* The number of columns that `size` bytes of UTF-8 take. */
size_t text_row_width(const char *text, size_t size);

/* The number of bytes of the first line that fit into `columns`. The second function breaks between
 * words if the line is longer. */
size_t text_row_fit(const char *text, int columns);
size_t text_row_fit_words(const char *text, int columns);

/* The start of the next row, and the number of rows, if the text is wrapped between words. */
const char *text_row_next(const char *text, int columns);
int text_row_count(const char *text, int columns);

/* Writes text from anywhere, such as a file name or a chat line. Control characters are replaced,
 * so that the text cannot send escape sequences to the terminal. */
void text_row_put(const char *text, size_t size, FILE *out);

/* "2d 23h", "1:02:03", "4:59", "9.8" */
void text_row_put_time(int64_t milliseconds, FILE *out);

#endif
