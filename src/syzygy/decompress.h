/* SPDX-License-Identifier: MIT */
/* Decompresses the values of a Syzygy table. Frequent pairs of symbols were replaced by new symbols
 * (recursive pairing), and the result was Huffman-coded in blocks of fixed size. To read one value,
 * only a part of one block is decoded.
 *
 * The file may be corrupt: every access is checked against its bounds. */
#ifndef SYZYGY_DECOMPRESS_H
#define SYZYGY_DECOMPRESS_H

#include <stddef.h>
#include <stdint.h>

#include "rookery/base.h"
#include "rookery/position.h"

/* Reads a file sequentially. Past the end it returns zeros and sets `failed`. */
struct cursor {
    const unsigned char *bytes;
    size_t size, at;
    bool failed;
};

uint8_t cursor_byte(struct cursor *cursor);
uint16_t cursor_word(struct cursor *cursor); /* little-endian, as everything here */
const unsigned char *cursor_skip(struct cursor *cursor, uint64_t size); /* the skipped bytes */
void cursor_align(struct cursor *cursor, size_t unit); /* to a multiple of a power of two */

enum { CODE_MAX = 32, SYMBOLS_MAX = 4096, SYMBOL_LEAF = 0xfff };

/* What a symbol stands for: a pair of symbols, or, if `right` is SYMBOL_LEAF, the value `left`. */
struct symbol {
    uint16_t left, right;
    uint8_t values; /* that it expands to, minus one */
};

/* Pointers to bytes point into the file. It may change while it is mapped, so what is checked once
 * and then trusted is copied. */
struct compressed {
    uint8_t flags;
    bool is_constant;
    uint16_t constant;
    uint8_t block_bits, span_bits;            /* log2 of the size of a block and of an index span */
    uint8_t min_code_length, code_lengths;    /* in bits; the number of different lengths */
    uint32_t block_count, block_length_count; /* of `blocks`; of `block_lengths`, with padding */
    uint64_t index_count;
    uint64_t base[CODE_MAX];   /* the first code of each length, left-aligned */
    uint16_t lowest[CODE_MAX]; /* the symbol of that code */
    uint16_t symbol_count;
    struct symbol *symbols;
    const unsigned char *index;         /* for each span of values: a block and an offset in it */
    const unsigned char *block_lengths; /* values in each block, minus one */
    const unsigned char *blocks;
    const unsigned char *end; /* of the file */
};

enum { FLAG_CONSTANT = 0x80 };

/* Reads the header of `size` compressed values. False if it is corrupt or memory is short. */
RK_MUST_USE bool decompress_init(struct cursor *cursor, uint64_t size, struct compressed *out);
void decompress_fini(struct compressed *data);

/* The value at `index`, which is less than the size; false if the data is corrupt. */
RK_MUST_USE bool decompress_value(const struct compressed *data, uint64_t index, unsigned *out);

#endif
