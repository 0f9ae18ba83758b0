/* SPDX-License-Identifier: MIT */
#include "tui/text_row.h"

#include <inttypes.h>
#include <string.h>

enum { TENTHS_BELOW = 20000 };              /* milliseconds */
enum { DAY = 86400, DAYS_ABOVE = 2 * DAY }; /* seconds */

size_t text_row_width(const char *text, size_t size)
{
    size_t columns = 0;
    for (size_t i = 0; i < size; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80; // not inside a UTF-8 sequence
    return columns;
}

size_t text_row_fit(const char *text, int columns)
{
    size_t size = strcspn(text, "\n");
    while (size && text_row_width(text, size) > (size_t)columns)
        size--;
    return size;
}

size_t text_row_fit_words(const char *text, int columns)
{
    const size_t size = text_row_fit(text, columns);
    size_t cut = size;
    if (!text[size] || text[size] == '\n')
        return size;
    while (cut && text[cut] != ' ')
        cut--;
    return cut ? cut : size;
}

const char *text_row_next(const char *text, int columns)
{
    text += text_row_fit_words(text, columns);
    return *text == '\n' || *text == ' ' ? text + 1 : text;
}

int text_row_count(const char *text, int columns)
{
    int rows = 0;
    for (; *text; text = text_row_next(text, columns))
        rows++;
    return rows;
}

/* Whether the byte is a control character, or the second byte of one from U+0080 to U+009F. */
static bool is_control(const char *text, size_t at)
{
    const unsigned char byte = (unsigned char)text[at];
    return byte < ' ' || byte == 127 ||
           (at && (unsigned char)text[at - 1] == 0xc2 && byte >= 0x80 && byte < 0xa0);
}

void text_row_put(const char *text, size_t size, FILE *out)
{
    for (size_t i = 0; i < size; i++)
        fputc(is_control(text, i) ? '?' : text[i], out);
}

void text_row_begin(int row, FILE *out)
{
    fprintf(out, "\033[%d;1H", row);
}

void text_row_end(FILE *out)
{
    fputs("\033[K", out);
}

void text_row_put_time(int64_t milliseconds, FILE *out)
{
    const int64_t left = milliseconds > 0 ? milliseconds : 0, seconds = left / 1000;
    if (left < TENTHS_BELOW)
        fprintf(out, "%" PRId64 ".%d", seconds, (int)(left / 100 % 10));
    else if (seconds < 3600)
        fprintf(out, "%" PRId64 ":%02d", seconds / 60, (int)(seconds % 60));
    else if (seconds >= DAYS_ABOVE)
        fprintf(out, "%" PRId64 "d %dh", seconds / DAY, (int)(seconds / 3600 % 24));
    else
        fprintf(out, "%" PRId64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60),
                (int)(seconds % 60));
}

void text_row_prompt(const char *prompt, const struct line_editor *editor, int row, int columns,
                     FILE *out)
{
    const int room = columns - (int)strlen(prompt) - 1;
    size_t from = 0; // a line longer than the row is scrolled to its cursor
    while (text_row_width(editor->text + from, editor->cursor - from) > (size_t)room)
        from++;
    text_row_begin(row, out);
    fputs(prompt, out);
    text_row_put(editor->text + from, text_row_fit(editor->text + from, room), out);
    text_row_end(out);
    fprintf(out, "\033[%d;%zuH", row,
            1 + strlen(prompt) + text_row_width(editor->text + from, editor->cursor - from));
}
