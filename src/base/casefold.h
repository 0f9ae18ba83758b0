/* SPDX-License-Identifier: MIT */
/* Comparing text without regard to case, in the alphabets names are written in: Latin, Greek,
 * Cyrillic, Armenian and Georgian. */
#ifndef BASE_CASEFOLD_H
#define BASE_CASEFOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the lower-case form of a character by Unicode's simple case folding, or the character
 * itself; İ becomes i. One character becomes one character: ẞ becomes ß, not ss. */
uint32_t casefold_character(uint32_t character);

/* Returns true if `text` contains `part`, ignoring case. Bytes that are not UTF-8 are read as
 * Latin-1, so that a name matches in a file of either encoding. An empty part is always found. */
bool casefold_contains(const char *text, size_t size, const char *part, size_t part_size);

#endif
