/* SPDX-License-Identifier: MIT */
/* The random_keys of Polyglot's books: 16 bytes an entry, the highest byte first; sorted by key. */
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

/* Books are of standard chess and Chess960: in other variants a key means nothing. */
bool polyglot_supports(const rk_position *pos);

/* The word of a legal move, and the legal move of a word; RK_NO_MOVE if it is none here. */
uint16_t polyglot_encode_move(rk_move move);
rk_move polyglot_decode_move(const rk_position *pos, uint16_t word);

#endif
