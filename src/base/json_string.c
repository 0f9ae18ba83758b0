/* SPDX-License-Identifier: MIT */
#include "base/json_string.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"

static bool is_plain(unsigned char byte)
{
    return byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' && byte != '<';
}

static void put_escape(struct buffer *out, unsigned code)
{
    static const char digits[] = "0123456789abcdef";
    buffer_text(out, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        buffer_put(out, digits[code >> shift & 15]);
}

/* Escapes an ASCII character. A "<" could start "</script" in a page. */
static void put_special(struct buffer *out, char c)
{
    switch (c) {
    case '"':
        buffer_text(out, "\\\"");
        break;
    case '\\':
        buffer_text(out, "\\\\");
        break;
    case '\n':
        buffer_text(out, "\\n");
        break;
    default:
        put_escape(out, (unsigned char)c);
    }
}

static void put_invalid(struct buffer *out, unsigned char byte, enum json_invalid invalid)
{
    const char latin1[] = {(char)(0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f))};
    if (invalid == JSON_INVALID_IS_LATIN1)
        buffer_add(out, latin1, sizeof latin1);
    else
        buffer_text(out, "\xef\xbf\xbd");
}

/* Writes a multi-byte character, or a replacement for an invalid byte. Escapes U+2028 and U+2029,
 * which end a line in older JavaScript. Returns how many bytes it used. */
static size_t put_character(struct buffer *out, const char *at, size_t size,
                            enum json_invalid invalid)
{
    const size_t wide = utf8_size(at, size);
    if (!wide)
        put_invalid(out, (unsigned char)*at, invalid);
    else if (wide == 3 && (!memcmp(at, "\xe2\x80\xa8", 3) || !memcmp(at, "\xe2\x80\xa9", 3)))
        put_escape(out, at[2] == '\xa8' ? 0x2028 : 0x2029);
    else
        buffer_add(out, at, wide);
    return wide ? wide : 1;
}

void json_string_append(struct buffer *out, const char *text, size_t size,
                        enum json_invalid invalid)
{
    buffer_put(out, '"');
    for (size_t at = 0; at < size;) {
        size_t run = at;
        while (run < size && is_plain((unsigned char)text[run]))
            run++;
        buffer_add(out, text + at, run - at);
        at = run;
        if (at == size)
            break;
        if ((unsigned char)text[at] < 0x80)
            put_special(out, text[at++]);
        else
            at += put_character(out, text + at, size - at, invalid);
    }
    buffer_put(out, '"');
}
