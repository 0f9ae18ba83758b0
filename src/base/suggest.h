/* SPDX-License-Identifier: MIT */
/* Finds the name a user probably meant when they mistyped one. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

enum { SUGGEST_TEXT_MAX = 512 }; /* the size of the longest text, NUL included */

/* Returns the one of `count` names that is nearest to `typed`, or NULL if none is near: about one
 * letter in three may be wrong, or the end may be missing. Ignores case. */
const char *suggest_name(const char *typed, const char *const *names, size_t count);

/* Writes the end of an error message to `out`, and returns it: "; did you mean NAME?", or an empty
 * text if no name is near. */
const char *suggest_text(const char *typed, const char *const *names, size_t count,
                         char out[SUGGEST_TEXT_MAX]);

/* The same for names that are few enough to list: "; expected one of a, b, c" if none is near. */
const char *suggest_or_list(const char *typed, const char *const *names, size_t count,
                            char out[SUGGEST_TEXT_MAX]);

#endif
