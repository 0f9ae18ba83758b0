/* SPDX-License-Identifier: MIT */
#include "base/printable.h"

#include "base/utf8.h"

void printable_append(struct buffer *out, const char *text, size_t size)
{
    const char *const end = text + size;
    for (const char *at = text; at < end;) {
        const char *start = at;
        const bool is_valid = utf8_size(at, (size_t)(end - at));
        const uint32_t c = utf8_next(&at, end);
        if (utf8_is_control(c)) {
            buffer_put(out, '?');
        } else if (is_valid) {
            buffer_add(out, start, (size_t)(at - start));
        } else {
            buffer_put(out, (char)(0xc0 | c >> 6));
            buffer_put(out, (char)(0x80 | (c & 63)));
        }
    }
}
