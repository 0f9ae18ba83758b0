/* SPDX-License-Identifier: MIT */
/* ASCII letters, independent of the locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>

/* Any other byte is returned unchanged. */
static inline char ascii_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* A letter or a digit. */
static inline bool ascii_is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z');
}

#endif
