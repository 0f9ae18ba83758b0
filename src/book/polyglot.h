/* SPDX-License-Identifier: MIT */
/* The Polyglot format: entries of 16 bytes, big-endian, sorted by key. */
#ifndef BOOK_POLYGLOT_H
#define BOOK_POLYGLOT_H

#include "rookery/book.h"

enum { POLYGLOT_ENTRY_SIZE = 16 };

struct book_entry {
    uint64_t key;
    uint16_t move, weight;
    uint32_t learn;
};

struct book_entry polyglot_read_entry(const unsigned char *bytes);
void polyglot_write_entry(const struct book_entry *entry, unsigned char *out);

/* True for standard chess and Chess960: other variants have no keys. */
bool polyglot_supports(const rk_position *pos);

/* Converts moves. RK_NO_MOVE if the encoded move is not legal. */
uint16_t polyglot_encode_move(rk_move move);
rk_move polyglot_decode_move(const rk_position *pos, uint16_t encoded);

#endif
