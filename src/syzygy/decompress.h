/* SPDX-License-Identifier: MIT */
/* A long row of small numbers, compressed as Syzygy tables are: data that occur often became
 * symbols, again and again, and what was left was coded by Huffman in blocks of fixed size. Any
 * of the numbers is found by unpacking a part of one block.
 *
 * The bytes come from a file that may be damaged: every expand_symbol asks whether it stays inside.
 */
#ifndef SYZYGY_DECOMPRESS_H
#define SYZYGY_DECOMPRESS_H

#include <stddef.h>
#include <stdint.h>

#include "rookery/base.h"
#include "rookery/position.h"

/* A part of the file, read from the front. Beyond the end there are zeros and `failed`. */
struct cursor {
    const unsigned char *bytes;
    size_t size, at;
    bool failed;
};

uint8_t cursor_byte(struct cursor *cursor);
uint16_t cursor_word(struct cursor *cursor); /* the low byte first, as all here */
const unsigned char *cursor_skip(struct cursor *cursor, uint64_t size); /* what is passed over */
void cursor_align(struct cursor *cursor, size_t unit); /* to a multiple of a power of two */

enum { CODE_MAX = 32, SYMBOLS_MAX = 4096 };

struct compressed {
    uint8_t flags;
    bool is_constant;
    uint16_t constant;
    uint8_t block_bits, span_bits;
    uint8_t shortest, lengths; /* of codes, in bits; how many different ones */
    uint32_t block_count, length_count;
    uint64_t index_count;
    uint64_t base[CODE_MAX];     /* by length: the first code, in the highest bits */
    const unsigned char *lowest; /* by length: the symbol of that code */
    uint16_t symbol_count;
    const unsigned char *symbols; /* three bytes each: two symbols, or one number */
    uint8_t *values;              /* how many numbers each stands for, less one */
    const unsigned char *index;   /* every so many numbers: the block they are in, and where */
    const unsigned char *counts;  /* of each block: the numbers in it, less one */
    const unsigned char *blocks;
    const unsigned char *end; /* of the file */
};

enum { FLAG_CONSTANT = 0x80 };

/* Reads what describes a row of `size` numbers. False if it is damaged or there is no memory. */
RK_MUST_USE bool decompress_init(struct cursor *cursor, uint64_t size, struct compressed *out);
void decompress_fini(struct compressed *data);

/* The number at `index`, which is less than the size; false if the row is damaged there. */
RK_MUST_USE bool decompress_value(const struct compressed *data, uint64_t index, unsigned *out);

#endif
