/* SPDX-License-Identifier: MIT */
#include "tui/inline_prompt.h"

#include <string.h>

#include "tui/text_row.h"

/* The first byte to show: the cursor, which takes a column after the text, must be visible. */
static size_t first_visible(const struct line_editor *editor, int columns)
{
    size_t first = 0;
    while (first < editor->cursor &&
           text_row_width(editor->text + first, editor->cursor - first) >= (size_t)columns)
        do
            first++;
        while (((unsigned char)editor->text[first] & 0xc0) == 0x80);
    return first;
}

void inline_prompt_erase(FILE *out)
{
    fputs("\r\033[K", out);
}

void inline_prompt_draw(const char *prompt, const struct line_editor *editor, int columns,
                        FILE *out)
{
    const int prompt_columns = (int)text_row_width(prompt, strlen(prompt));
    const int room = columns > prompt_columns + 1 ? columns - prompt_columns : 1;
    const size_t first = first_visible(editor, room);
    const char *text = editor->text + first;
    const size_t before = editor->cursor - first;
    inline_prompt_erase(out);
    fputs(prompt, out);
    text_row_put(text, text_row_fit(text, room - 1), out);
    fprintf(out, "\r\033[%dC", prompt_columns + (int)text_row_width(text, before));
}
