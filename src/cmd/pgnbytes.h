/* SPDX-License-Identifier: MIT */
/* Bytes that grow. Without memory they stop growing and say so: whoever hands
 * them on asks once, at the end. */
#ifndef CMD_PGNBYTES_H
#define CMD_PGNBYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/pgn.h"

/* All zero is empty. */
struct bytes {
    char *at;
    size_t size, room;
    bool failed;
};

void bytes_add(struct bytes *bytes, const void *more, size_t size);
void bytes_put(struct bytes *bytes, char c);
void bytes_words(struct bytes *bytes, const char *words);
void bytes_number(struct bytes *bytes, uint64_t number);

/* The value of a tag, its escapes resolved. */
void bytes_tag_value(struct bytes *bytes, rk_pgn_text value);

/* A JSON string with its quotes. What is no UTF-8 is taken for Latin-1. */
void bytes_json(struct bytes *bytes, const char *text, size_t size);

void bytes_clear(struct bytes *bytes); /* empty, the room is kept */
void bytes_free(struct bytes *bytes);

#endif
