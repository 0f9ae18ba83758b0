/* SPDX-License-Identifier: MIT */
/* Letters of ASCII, whatever the locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

/* Any other byte is returned unchanged. */
static inline char ascii_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

#endif
