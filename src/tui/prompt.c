/* SPDX-License-Identifier: MIT */
#include "tui/prompt.h"

#include <string.h>

#include "tui/text_row.h"

static void place_cursor(struct canvas *canvas, int row, int column)
{
    canvas->cursor_row = row;
    canvas->cursor_column = column < canvas->columns ? column : canvas->columns - 1;
}

// A line longer than the row is scrolled to its cursor.
static size_t first_visible(const struct line_editor *editor, int room)
{
    size_t from = 0;
    while (text_row_width(editor->text + from, editor->cursor - from) > (size_t)room)
        from += text_row_glyph(editor->text + from).size;
    return from;
}

void prompt_draw(const char *prompt, const struct line_editor *editor, struct canvas *canvas,
                 int row, int column)
{
    const int start = column + canvas_put(canvas, row, column, canvas->columns, prompt,
                                          (struct text_style){.bold = true});
    const int room = canvas->columns - start - 1;
    const size_t from = room > 0 ? first_visible(editor, room) : editor->cursor;
    canvas_put(canvas, row, start, room, editor->text + from, (struct text_style){.bold = false});
    place_cursor(canvas, row,
                 start + (int)text_row_width(editor->text + from, editor->cursor - from));
}

void prompt_draw_question(const char *question, struct canvas *canvas, int row, int column)
{
    const int used = canvas_put(canvas, row, column, canvas->columns - column - 1, question,
                                (struct text_style){.bold = true});
    place_cursor(canvas, row, column + used + 1);
}
