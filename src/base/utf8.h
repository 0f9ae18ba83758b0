/* SPDX-License-Identifier: MIT */
/* UTF-8 validation by RFC 3629: no overlong forms, no surrogates, nothing above
 * U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the size of the character at the start in bytes; 0 at the end and for
 * invalid bytes. */
size_t utf8_size(const char *bytes, size_t size);

bool utf8_is_valid(const char *bytes, size_t size);

/* Returns the number of characters; an invalid byte counts as one. */
size_t utf8_count(const char *bytes, size_t size);

/* Whether a character must not reach a terminal or a page as it is: the control characters C0 and
 * C1, and the invisible characters that change the direction or the lines of the text around them
 * or stand for nothing. Joiners, which some scripts and emoji need, are none of them. */
bool utf8_is_control(uint32_t character);

/* Reads the character at *at, which must be before `end`, and advances *at. An invalid byte is
 * read as a character of Latin-1. */
uint32_t utf8_next(const char **at, const char *end);

#endif
