/* SPDX-License-Identifier: MIT */
/* Names and texts that people choose: what is allowed, and what is cleaned away. */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "server/identity.h"

/* 2 to 20 letters, digits, _ and -; begins with a letter, ends with a letter or digit, no two signs
 * in a row; not reserved. Returns NULL, or what is wrong, in words (static storage). */
const char *name_fault(const char *name);

/* The id of a name: its small letters. False if it is too long to be one. */
bool name_to_id(const char *name, char out[IDENTITY_ID_MAX + 1]);

/* Cleans UTF-8 for others to read: control characters, marks that turn the line around or are not
 * seen, stacks of combining marks and bad bytes go, blanks become one. Keeps at most `characters`.
 * Returns how many bytes are left in `out` of `size`, NUL-terminated; 0: nothing. */
size_t text_clean(const char *text, size_t characters, char *out, size_t size);

/* How many characters UTF-8 has. */
size_t text_characters(const char *text);

/* Whether two lines are nearly the same: a small edit distance. */
bool text_nearly_same(const char *a, const char *b);

#endif
