/* SPDX-License-Identifier: MIT */
/* Patterns with wildcards, as in a shell: `*` is any text, `?` one character. Case is ignored. */
#ifndef PGNTOOLS_GLOB_H
#define PGNTOOLS_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the pattern matches the whole text. */
bool glob_matches(const char *pattern, size_t pattern_size, const char *text, size_t size);

#endif
