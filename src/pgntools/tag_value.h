/* SPDX-License-Identifier: MIT */
/* The values of PGN tags. */
#ifndef PGNTOOLS_TAG_VALUE_H
#define PGNTOOLS_TAG_VALUE_H

#include "base/buffer.h"
#include "rookery/pgn.h"

/* Appends the value without its escapes. */
void tag_value_append(struct buffer *out, rk_pgn_text value);

#endif
