/* SPDX-License-Identifier: MIT */
/* Names and texts that people choose: what is allowed, and what is cleaned away. */
#ifndef ACCOUNTS_NAMES_H
#define ACCOUNTS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "accounts/identity.h"

/* 2 to 20 letters, digits, _ and -, all ASCII; begins with a letter, ends with a letter or digit,
 * no two signs in a row; not reserved, nor read as a reserved word by who reads carelessly
 * ("Adm1n", "a-d-m-i-n"), nor a guest's ("Guest-ab"). Returns NULL, or what is wrong, in words
 * (static). */
const char *name_fault(const char *name);

/* The id of a name: its small letters. False if it is too long to be one. */
bool name_to_id(const char *name, char out[IDENTITY_ID_MAX + 1]);

/* Cleans any bytes to UTF-8 for others to read, of any language:
 * - bytes that are no UTF-8, control characters, marks that turn the line around, characters of no
 *   width, selectors, tags, private use and what is no character go;
 * - blanks of every kind, and characters that look like one, become one blank; none at the ends;
 * - at most two combining marks stay on a letter, none where there is no letter;
 * - letters and digits in disguise (wide, circled, squared, of mathematics) become plain ones;
 *   letters of other alphabets that look like Latin ones stay: they are those of somebody's
 * language. Keeps at most `characters`. Returns how many bytes are left in `out` of `size`,
 * NUL-terminated; 0: nothing. What is clean stays as it is. */
size_t text_sanitize(const char *text, size_t characters, char *out, size_t size);

/* How many characters UTF-8 has. */
size_t text_count_characters(const char *text);

/* Whether two lines are nearly the same: one byte in eight of the shorter may differ, be missing or
 * be added, and large and small letters are one. */
bool text_is_similar(const char *a, const char *b);

#endif
