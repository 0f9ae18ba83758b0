/* SPDX-License-Identifier: MIT */
/* Texts of games, added to what is written of them. */
#ifndef CMD_PGNVALUE_H
#define CMD_PGNVALUE_H

#include "base/buffer.h"
#include "rookery/pgn.h"

/* The value of a tag, its escapes resolved. */
void value_add_tag(struct buffer *out, rk_pgn_text value);

/* A JSON string with its quotes. What is no UTF-8 is taken for Latin-1. */
void value_add_json(struct buffer *out, const char *text, size_t size);

#endif
