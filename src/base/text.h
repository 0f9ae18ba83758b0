/* SPDX-License-Identifier: MIT */
/* Builds a string in a fixed-size buffer. Text that does not fit is cut off; the
 * result is always NUL-terminated. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *start, *at, *end; /* *end is reserved for the NUL */
    bool cut;               /* something did not fit */
};

/* Starts an empty text in `buffer`, which has `size` bytes, at least one. */
struct text text_in(char *buffer, size_t size);

void text_put(struct text *text, char c);
void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t size);
void text_number(struct text *text, unsigned long number);

/* Writes the NUL and returns the length without it. */
size_t text_end(struct text *text);

/* Copies a string, cut off to `size` bytes with its NUL; NULL counts as "". */
void text_copy(char *out, size_t size, const char *from);

#endif
