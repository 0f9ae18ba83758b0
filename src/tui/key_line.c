/* SPDX-License-Identifier: MIT */
#include "tui/key_line.h"

#include <string.h>

#include "tui/keys.h"
#include "tui/text_row.h"

enum { GAP = 2 }; /* columns between hints */

static int width_of(const struct key_hint *hint)
{
    return (int)(text_row_width(hint->key, strlen(hint->key)) + 2 +
                 text_row_width(hint->text, strlen(hint->text)) + 1);
}

/* Without colour, brackets separate a key from its text. */
static void draw_hint(const struct key_hint *hint, const struct board_style *style,
                      struct canvas *canvas, int row, int column)
{
    const struct theme *theme = theme_for(style->theme, style->display.colours);
    struct text_style key = {.bold = true};
    if (style->display.colours)
        key = (struct text_style){.text = theme->accent_text, .back = theme->accent, .bold = true};
    const char *format = style->display.colours ? " %s " : "[%s]";
    const int used = canvas_print(canvas, row, column, key, format, hint->key);
    canvas_put(canvas, row, column + used + 1, canvas->columns, hint->text,
               (struct text_style){.bold = false});
}

void key_line_draw(const struct key_hint *hints, const struct board_style *style,
                   struct canvas *canvas, int row, int column)
{
    for (; hints->key && column + width_of(hints) <= canvas->columns; hints++) {
        draw_hint(hints, style, canvas, row, column);
        column += width_of(hints) + GAP;
    }
}

int key_line_code_at(const struct key_hint *hints, int columns, int first_column, int column)
{
    for (; hints->key && first_column + width_of(hints) <= columns; hints++) {
        if (column >= first_column && column < first_column + width_of(hints))
            return hints->code;
        first_column += width_of(hints) + GAP;
    }
    return KEY_NONE;
}
