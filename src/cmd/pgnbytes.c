/* SPDX-License-Identifier: MIT */
#include "cmd/pgnbytes.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

static bool reserve(struct bytes *bytes, size_t more)
{
    if (bytes->room - bytes->size >= more)
        return true;
    size_t room = bytes->room ? bytes->room : FIRST_ROOM;
    while (room - bytes->size < more)
        room *= 2;
    char *at = realloc(bytes->at, room);
    if (!at) {
        bytes->failed = true;
        return false;
    }
    bytes->at = at;
    bytes->room = room;
    return true;
}

void bytes_add(struct bytes *bytes, const void *more, size_t size)
{
    if (!size || !reserve(bytes, size))
        return;
    memcpy(bytes->at + bytes->size, more, size);
    bytes->size += size;
}

void bytes_put(struct bytes *bytes, char c)
{
    bytes_add(bytes, &c, 1);
}

void bytes_words(struct bytes *bytes, const char *words)
{
    bytes_add(bytes, words, strlen(words));
}

void bytes_number(struct bytes *bytes, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    bytes_add(bytes, digits + at, sizeof digits - at);
}

void bytes_tag_value(struct bytes *bytes, rk_pgn_text value)
{
    if (reserve(bytes, value.size))
        bytes->size += rk_pgn_unescape(value, bytes->at + bytes->size, value.size);
}

/* The length of the UTF-8 sequence here, 0 if there is none: no overlong forms, no surrogates. */
static size_t utf8_length(const unsigned char *at, size_t size)
{
    const unsigned char first = at[0];
    const size_t length = first < 0x80   ? 1
                          : first < 0xc2 ? 0
                          : first < 0xe0 ? 2
                          : first < 0xf0 ? 3
                                         : 4;
    if (first > 0xf4 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (at[i] >> 6 != 2)
            return 0;
    if ((first == 0xe0 && at[1] < 0xa0) || (first == 0xed && at[1] > 0x9f) ||
        (first == 0xf0 && at[1] < 0x90) || (first == 0xf4 && at[1] > 0x8f))
        return 0;
    return length;
}

static void put_json_character(struct bytes *bytes, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    if (c == '"' || c == '\\') {
        bytes_put(bytes, '\\');
        bytes_put(bytes, (char)c);
    } else if (c < 0x20) {
        const char escape[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        bytes_add(bytes, escape, sizeof escape);
    } else if (c < 0x80) {
        bytes_put(bytes, (char)c);
    } else {
        bytes_put(bytes, (char)(0xc0 | c >> 6));
        bytes_put(bytes, (char)(0x80 | (c & 0x3f)));
    }
}

void bytes_json(struct bytes *bytes, const char *text, size_t size)
{
    bytes_put(bytes, '"');
    for (size_t i = 0; i < size;) {
        const unsigned char *at = (const unsigned char *)text + i;
        const size_t length = utf8_length(at, size - i);
        if (length > 1)
            bytes_add(bytes, at, length);
        else
            put_json_character(bytes, *at);
        i += length > 1 ? length : 1;
    }
    bytes_put(bytes, '"');
}

void bytes_clear(struct bytes *bytes)
{
    bytes->size = 0;
}

void bytes_free(struct bytes *bytes)
{
    free(bytes->at);
    *bytes = (struct bytes){0};
}
