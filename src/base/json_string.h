/* SPDX-License-Identifier: MIT */
/* Writes strings as JSON. */
#ifndef BASE_JSON_STRING_H
#define BASE_JSON_STRING_H

#include <stddef.h>

#include "base/buffer.h"

/* What becomes of bytes that are not valid UTF-8. */
enum json_invalid {
    JSON_REPLACE_INVALID,  /* U+FFFD */
    JSON_INVALID_IS_LATIN1 /* the Latin-1 character, as in old PGN files */
};

/* Appends the text as a JSON string, with its quotes. */
void json_string_append(struct buffer *out, const char *text, size_t size,
                        enum json_invalid invalid);

#endif
