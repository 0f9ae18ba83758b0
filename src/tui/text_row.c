/* SPDX-License-Identifier: MIT */
#include "tui/text_row.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"

enum { TENTHS_BELOW = 20000 };              /* milliseconds */
enum { DAY = 86400, DAYS_ABOVE = 2 * DAY }; /* seconds */

// ---- characters --------------------------------------------------------------------------------

struct range {
    uint32_t first, last;
};

static const struct range zero_width[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},
                                          {0x610, 0x61a},   {0x64b, 0x65f},   {0x1ab0, 0x1aff},
                                          {0x1dc0, 0x1dff}, {0x200c, 0x200d}, {0x20d0, 0x20ff},
                                          {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef}};

static const struct range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
                                    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
                                    {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
                                    {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

static bool is_in(uint32_t character, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

static uint32_t decode_character(const char *text, size_t size)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t character = (unsigned char)text[0] & masks[size];
    for (size_t i = 1; i < size; i++)
        character = character << 6 | ((unsigned char)text[i] & 0x3f);
    return character;
}

struct text_glyph text_row_glyph(const char *text)
{
    const size_t size = utf8_size(text, strnlen(text, 4));
    const uint32_t character = size ? decode_character(text, size) : 0;
    if (!size || utf8_is_control(character))
        return (struct text_glyph){size ? size : 1, 1, false};
    const int columns = is_in(character, zero_width, sizeof zero_width / sizeof *zero_width) ? 0
                        : is_in(character, wide, sizeof wide / sizeof *wide)                 ? 2
                                                                                             : 1;
    return (struct text_glyph){size, columns, true};
}

// ---- width and wrapping ------------------------------------------------------------------------

size_t text_row_width(const char *text, size_t size)
{
    size_t columns = 0;
    for (size_t i = 0; i < size && text[i];) {
        const struct text_glyph glyph = text_row_glyph(text + i);
        columns += (size_t)glyph.columns;
        i += glyph.size;
    }
    return columns;
}

size_t text_row_fit(const char *text, int columns)
{
    size_t size = 0;
    while (text[size] && text[size] != '\n') {
        const struct text_glyph glyph = text_row_glyph(text + size);
        if (glyph.columns > columns)
            break;
        columns -= glyph.columns;
        size += glyph.size;
    }
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
    const size_t size = text_row_fit_words(text, columns);
    if (!size && *text && *text != '\n') // a character wider than the row must not stop the text
        return text + text_row_glyph(text).size;
    text += size;
    return *text == '\n' || *text == ' ' ? text + 1 : text;
}

int text_row_count(const char *text, int columns)
{
    int rows = 0;
    for (; *text; text = text_row_next(text, columns))
        rows++;
    return rows;
}

// ---- writing -----------------------------------------------------------------------------------

void text_row_put(const char *text, size_t size, FILE *out)
{
    for (size_t i = 0; i < size;) {
        const struct text_glyph glyph = text_row_glyph(text + i);
        if (glyph.is_valid)
            fwrite(text + i, 1, glyph.size, out);
        else
            fputc('?', out);
        i += glyph.size;
    }
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
