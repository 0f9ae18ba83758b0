/* SPDX-License-Identifier: MIT */
/* Text that people write and others read: chat lines, messages, descriptions. */
#ifndef ACCOUNTS_USER_TEXT_H
#define ACCOUNTS_USER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Makes any bytes into UTF-8 that is safe to show, in any language:
 * - invalid UTF-8, control characters, direction marks, zero-width characters, variation selectors,
 *   tags, private use and non-characters are dropped;
 * - every run of white space, and of characters that look like it, becomes one blank, except at
 *   the ends, where it is removed;
 * - at most two combining marks stay on a letter, none without one;
 * - styled letters and digits (full-width, circled, squared, mathematical) become plain ones.
 *   Letters of other alphabets that look like Latin ones are kept, because some languages need
 * them. At most `characters` are kept. Returns the size of the text in `out`, which is
 * NUL-terminated and has `size` bytes; 0 if nothing is left. Clean text is not changed. */
size_t user_text_sanitize(const char *text, size_t characters, char *out, size_t size);

bool user_text_has_link(const char *text); /* looks as if it had the address of a web page */
size_t user_text_count(const char *text);  /* characters, not bytes */

/* Whether two lines are nearly the same: ignoring case, at most one byte in eight of the shorter
 * one was changed, added or removed. */
bool user_text_is_similar(const char *a, const char *b);

#endif
