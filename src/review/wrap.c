/* SPDX-License-Identifier: MIT */
#include "review/wrap.h"

#include <string.h>

#include "base/utf8.h"

static void append_blanks(struct buffer *out, unsigned count)
{
    while (count--)
        buffer_put(out, ' ');
}

void wrap_append(struct buffer *out, const char *text, unsigned indent, unsigned columns)
{
    size_t column = 0; // 0: at the start of a line
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        const size_t size = strcspn(text, " "), width = utf8_count(text, size);
        if (column && column + 1 + width > columns) {
            buffer_put(out, '\n');
            column = 0;
        }
        append_blanks(out, column ? 1 : indent);
        buffer_add(out, text, size);
        column = (column ? column + 1 : indent) + width;
        text += size;
    }
    buffer_put(out, '\n');
}
