/* SPDX-License-Identifier: MIT */
#include "pgntools/escape.h"

#include "base/utf8.h"

void unescape_tag_value(struct buffer *out, rk_pgn_text value)
{
    if (buffer_reserve(out, value.size))
        out->size += rk_pgn_unescape(value, out->bytes + out->size, value.size);
}

static void append_json_character(struct buffer *out, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    if (c == '"' || c == '\\') {
        buffer_put(out, '\\');
        buffer_put(out, (char)c);
    } else if (c < 0x20) {
        const char escape[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        buffer_add(out, escape, sizeof escape);
    } else if (c < 0x80) {
        buffer_put(out, (char)c);
    } else {
        buffer_put(out, (char)(0xc0 | c >> 6));
        buffer_put(out, (char)(0x80 | (c & 0x3f)));
    }
}

void escape_json_string(struct buffer *out, const char *text, size_t size)
{
    buffer_put(out, '"');
    for (size_t i = 0; i < size;) {
        const size_t length = utf8_size(text + i, size - i);
        if (length > 1)
            buffer_add(out, text + i, length);
        else
            append_json_character(out, (unsigned char)text[i]);
        i += length > 1 ? length : 1;
    }
    buffer_put(out, '"');
}
