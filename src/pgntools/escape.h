/* SPDX-License-Identifier: MIT */
/* Appends text from PGN files to a buffer, with escapes removed or added. */
#ifndef PGNTOOLS_ESCAPE_H
#define PGNTOOLS_ESCAPE_H

#include "base/buffer.h"
#include "rookery/pgn.h"

/* The value of a tag without its escapes. */
void unescape_tag_value(struct buffer *out, rk_pgn_text value);

/* A JSON string with its quotes. Bytes that are not valid UTF-8 are read as Latin-1. */
void escape_json_string(struct buffer *out, const char *text, size_t size);

#endif
