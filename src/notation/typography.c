/* SPDX-License-Identifier: MIT */
#include "notation/typography.h"

#include <string.h>

#include "base/utf8.h"

/* A range of characters and what replaces them: one ASCII character for all, or nothing. */
static const struct replacement {
    uint16_t first, last;
    char ascii;
} replacements[] = {
    {0x0085, 0x0085, '.'},  // an ellipsis in Windows-1252
    {0x0086, 0x0086, '+'},  // a dagger in Windows-1252
    {0x0087, 0x0087, '#'},  // a double dagger in Windows-1252
    {0x0096, 0x0097, '-'},  // dashes in Windows-1252
    {0x00a0, 0x00a0, ' '},  // a no-break space
    {0x00ad, 0x00ad, '\0'}, // a soft hyphen
    {0x00d7, 0x00d7, 'x'},  // a multiplication sign
    {0x2000, 0x200a, ' '},  // spaces of all widths
    {0x200b, 0x200f, '\0'}, // zero-width characters
    {0x2010, 0x2015, '-'},  // hyphens and dashes
    {0x2020, 0x2020, '+'},  // a dagger: check
    {0x2021, 0x2021, '#'},  // a double dagger: mate
    {0x2026, 0x2026, '.'},  // an ellipsis
    {0x202f, 0x202f, ' '},  // a narrow no-break space
    {0x205f, 0x205f, ' '},  // a mathematical space
    {0x2060, 0x2060, '\0'}, // a word joiner
    {0x2212, 0x2212, '-'},  // a minus sign
    {0x2260, 0x2260, '#'},  // a not-equal sign: mate
    {0x2715, 0x2715, 'x'},  // another multiplication sign
    {0x3000, 0x3000, ' '},  // an ideographic space
    {0xfe0e, 0xfe0f, '\0'}, // variation selectors: a symbol as text or as a picture
    {0xfe58, 0xfe58, '-'},  // a small dash
    {0xfe63, 0xfe63, '-'},  // a small hyphen
    {0xfeff, 0xfeff, '\0'}, // a byte order mark
    {0xff0d, 0xff0d, '-'},  // a full-width hyphen
};

enum { FIRST_FIGURINE = 0x2654 };
static const char figurines[] = "KQRBNPKQRBNP"; // white, then black

static bool replace_character(uint32_t character, char *ascii)
{
    if (character >= FIRST_FIGURINE && character < FIRST_FIGURINE + sizeof figurines - 1) {
        *ascii = figurines[character - FIRST_FIGURINE];
        return true;
    }
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++)
        if (character >= replacements[i].first && character <= replacements[i].last) {
            *ascii = replacements[i].ascii;
            return true;
        }
    return false;
}

size_t typography_read(const char *at, const char *end, char *ascii)
{
    const char *next = at;
    if (at == end || is_ascii(*at))
        return 0;
    const uint32_t character = utf8_next(&next, end);
    return replace_character(character, ascii) ? (size_t)(next - at) : 0;
}

/* Writes a character that is not ASCII in UTF-8. Returns its size. */
static size_t copy_character(const char *at, size_t size, char *out)
{
    if (size > 1) {
        memcpy(out, at, size);
        return size;
    }
    const unsigned latin1 = (unsigned char)*at;
    out[0] = (char)(0xc0 | latin1 >> 6);
    out[1] = (char)(0x80 | (latin1 & 0x3f));
    return 2;
}

bool typography_replace(const char *text, size_t size, struct plain_text *out)
{
    enum { CHARACTER_MAX = 4 };
    const char *const end = text + size;
    size_t count = 0;
    if (size > PLAIN_TEXT_MAX)
        return false;
    for (const char *at = text; at < end;) {
        char ascii = *at;
        const char *next = at;
        if (count > PLAIN_TEXT_MAX - CHARACTER_MAX)
            return false;
        const uint32_t character = utf8_next(&next, end);
        memset(out->offsets + count, (int)(at - text), CHARACTER_MAX);
        if (!is_ascii(*at) && !replace_character(character, &ascii))
            count += copy_character(at, (size_t)(next - at), out->text + count);
        else if (ascii || !*at)
            out->text[count++] = ascii;
        at = next;
    }
    out->size = count;
    out->offsets[count] = (uint8_t)size;
    return true;
}
