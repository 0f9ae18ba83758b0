/* SPDX-License-Identifier: MIT */
/* Wraps text to the width of a terminal. */
#ifndef REVIEW_WRAP_H
#define REVIEW_WRAP_H

#include "base/buffer.h"

/* Appends a text as lines of at most `columns` characters, broken at blanks, each after `indent`
 * blanks. A longer word is not broken. */
void wrap_append(struct buffer *out, const char *text, unsigned indent, unsigned columns);

#endif
