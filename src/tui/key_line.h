/* SPDX-License-Identifier: MIT */
/* The line of keys at the bottom: what each key does now. Each can be clicked. */
#ifndef TUI_KEY_LINE_H
#define TUI_KEY_LINE_H

#include "tui/board_style.h"
#include "tui/canvas.h"

struct key_hint {
    const char *key;  /* as it is written on the keyboard */
    const char *text; /* what it does */
    int code;         /* of keys.h; KEY_NONE: it cannot be clicked */
};

/* Draws as many hints as fit, the first ones first. `hints` ends with a key of NULL. */
void key_line_draw(const struct key_hint *hints, const struct board_style *style,
                   struct canvas *canvas, int row, int column);

/* The code of the hint at a column of the line that was drawn so; KEY_NONE for none. */
int key_line_code_at(const struct key_hint *hints, int columns, int first_column, int column);

#endif
