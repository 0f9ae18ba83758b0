/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

/* The second byte decides whether the character is overlong, a surrogate or too large. */
static bool is_valid_second(uint8_t lead, uint8_t second)
{
    switch (lead) {
    case 0xe0:
        return second >= 0xa0 && second <= 0xbf;
    case 0xed:
        return second >= 0x80 && second <= 0x9f;
    case 0xf0:
        return second >= 0x90 && second <= 0xbf;
    case 0xf4:
        return second >= 0x80 && second <= 0x8f;
    default:
        return is_continuation(second);
    }
}

static size_t size_by_lead(uint8_t lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

size_t utf8_size(const char *bytes, size_t size)
{
    const uint8_t *at = (const uint8_t *)bytes;
    if (!size)
        return 0;
    const size_t needed = size_by_lead(at[0]);
    if (needed <= 1)
        return needed;
    if (size < needed || !is_valid_second(at[0], at[1]))
        return 0;
    for (size_t i = 2; i < needed; i++)
        if (!is_continuation(at[i]))
            return 0;
    return needed;
}

bool utf8_is_valid(const char *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        const size_t one = utf8_size(bytes + at, size - at);
        if (!one)
            return false;
        at += one;
    }
    return true;
}

size_t utf8_count(const char *bytes, size_t size)
{
    size_t count = 0;
    for (size_t at = 0; at < size; count++) {
        const size_t one = utf8_size(bytes + at, size - at);
        at += one ? one : 1;
    }
    return count;
}

uint32_t utf8_next(const char **at, const char *end)
{
    const uint8_t *bytes = (const uint8_t *)*at;
    const size_t size = utf8_size(*at, (size_t)(end - *at));
    *at += size ? size : 1;
    if (size <= 1)
        return bytes[0];
    uint32_t character = bytes[0] & (0xff >> (size + 1));
    for (size_t i = 1; i < size; i++)
        character = character << 6 | (bytes[i] & 0x3f);
    return character;
}

bool utf8_is_control(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00, 0x1f},      {0x7f, 0x9f},     {0x61c, 0x61c}, // Arabic letter mark
        {0x180e, 0x180e},  {0x200b, 0x200b},                 // zero-width space
        {0x200e, 0x200f},                                    // direction marks
        {0x2028, 0x202e},  // line separators, embeddings and overrides
        {0x2060, 0x206f},  // word joiner, invisible operators, isolates
        {0xfeff, 0xfeff},  // byte order mark
        {0xfff9, 0xfffb},  // annotations
        {0xe0000, 0xe007f} // tags
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}
