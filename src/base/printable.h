/* SPDX-License-Identifier: MIT */
/* Text from files and players, made safe for terminals. */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

#include "base/buffer.h"

/* Appends a text in valid UTF-8. Control characters (utf8_is_control()) become '?', so that the
 * text cannot send escape sequences to a terminal or reverse the text around it; bytes that are not
 * UTF-8 are read as Latin-1. */
void printable_append(struct buffer *out, const char *text, size_t size);

#endif
