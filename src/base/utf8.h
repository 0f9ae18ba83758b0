/* SPDX-License-Identifier: MIT */
/* UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing beyond
 * U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the character at the start takes; 0 if there is none, as at the
 * end, or in bytes that are no UTF-8. */
size_t utf8_size(const char *bytes, size_t size);

bool utf8_is_valid(const char *bytes, size_t size);

/* How many characters; bytes that are none count as one each. */
size_t utf8_count(const char *bytes, size_t size);

#endif
