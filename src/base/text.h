/* SPDX-License-Identifier: MIT */
/* Text written into a buffer of the caller's, never beyond its end. What does
 * not fit is cut off; the result always ends in NUL. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *start, *at, *end; /* *end takes the NUL */
    bool cut;               /* something did not fit */
};

/* Starts an empty text in `size` bytes, at least one. */
struct text text_in(char *buffer, size_t size);

void text_put(struct text *text, char c);
void text_add(struct text *text, const char *words);
void text_add_bytes(struct text *text, const char *bytes, size_t size);
void text_number(struct text *text, unsigned long number);

/* Ends it with NUL and returns its length. */
size_t text_end(struct text *text);

/* Copies a string, cut off to `size` bytes with its NUL; NULL counts as "". */
void text_copy(char *out, size_t size, const char *from);

#endif
