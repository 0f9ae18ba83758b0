/* SPDX-License-Identifier: MIT */
/* A screen of character cells. It is drawn in memory, and only what has changed is written to the
 * terminal. Rows and columns are counted from 0 at the top left. */
#ifndef TUI_CANVAS_H
#define TUI_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/colour.h"

/* How text looks. Zeros are the terminal's own colours. */
struct text_style {
    colour text, back;
    bool bold;
};

/* One column of a row. The second column of a wide character has an empty glyph. */
struct cell {
    colour text, back;
    char glyph[7]; /* UTF-8 */
    uint8_t bold;
};

/* Initialize with zeros, then set the size. */
struct canvas {
    int rows, columns;
    struct cell *cells;
    int cursor_row, cursor_column; /* of the terminal's cursor; row -1: hidden */
};

/* Sets the size and clears all cells; false if there is no memory. */
bool canvas_reset(struct canvas *canvas, int rows, int columns);
void canvas_fini(struct canvas *canvas);

/* Writes the first line of `text`, up to `width` columns, and returns the number of columns used.
 * Text outside the canvas is cut off. The text may come from anywhere: control characters are
 * replaced. */
int canvas_put(struct canvas *canvas, int row, int column, int width, const char *text,
               struct text_style style);

/* The same for text formatted as by printf; all that fits into the row. */
__attribute__((format(printf, 5, 6))) int canvas_print(struct canvas *canvas, int row, int column,
                                                       struct text_style style, const char *format,
                                                       ...);

/* Fills `width` columns with a character. */
void canvas_fill(struct canvas *canvas, int row, int column, int width, const char *glyph,
                 struct text_style style);

/* Writes the escape sequences that change a terminal that shows `shown` to show `canvas`, and makes
 * `shown` equal to it. If their sizes differ, everything is written. */
void canvas_update(const struct canvas *canvas, struct canvas *shown, enum colour_depth depth,
                   FILE *out);

/* Writes the rows as lines of text, for a stream. Spaces at the end of a line are left out. */
void canvas_write_lines(const struct canvas *canvas, enum colour_depth depth, FILE *out);

#endif
