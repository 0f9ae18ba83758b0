/* SPDX-License-Identifier: MIT */
/* The C library compiles a repetition by copying what is repeated, so a pattern as short as
 * ((a{99}){99}){99} takes more memory than there is. Repetitions that are nested after an anchor,
 * as in $((((a*)+)+)+)+, take exponential time. A pattern is measured before it is compiled. */
#ifndef PGNTOOLS_REGEX_SIZE_H
#define PGNTOOLS_REGEX_SIZE_H

#include <stddef.h>

enum {
    REGEX_SIZE_MAX = 2000, /* characters, with all repetitions written out */
    REGEX_DEPTH_MAX = 64,  /* of parentheses */
    REGEX_NESTING_MAX = 3  /* of repetitions */
};

/* Sets `*size` to the size of an extended regular expression with its repetitions written out.
 * Returns NULL, or why the pattern must not be compiled. */
const char *regex_measure(const char *pattern, size_t *size);

#endif
