/* SPDX-License-Identifier: MIT */
/* The characters that books, websites and word processors use in moves: figurines, dashes,
 * multiplication signs, special spaces. */
#ifndef NOTATION_TYPOGRAPHY_H
#define NOTATION_TYPOGRAPHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/base.h"

enum { PLAIN_TEXT_MAX = 64 };

/* A text in which such characters are replaced by ASCII: K for a king, - for a dash. All other
 * characters are kept, in UTF-8. */
struct plain_text {
    char text[PLAIN_TEXT_MAX];
    size_t size;
    uint8_t offsets[PLAIN_TEXT_MAX + 1]; /* of each byte, and of the end, in the original */
};

RK_INLINE bool is_ascii(char c)
{
    return !((unsigned char)c & 0x80);
}

/* Reads the character at `at`. Returns its size, and in *ascii the character that replaces it;
 * NUL if it is to be left out. Returns 0 if the character is not one of these. Bytes that are not
 * UTF-8 are read as Windows-1252. */
RK_MUST_USE size_t typography_read(const char *at, const char *end, char *ascii);

/* Replaces the characters of a text. Returns false if it is too long for a move. */
RK_MUST_USE bool typography_replace(const char *text, size_t size, struct plain_text *out);

#endif
