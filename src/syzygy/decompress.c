/* SPDX-License-Identifier: MIT */
#include "syzygy/decompress.h"

#include <stdlib.h>

enum { INDEX_SIZE = 6, SYMBOL_SIZE = 3, BITS_MAX = 31, VALUES_MAX = 255 };

static uint16_t word_at(const unsigned char *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static uint32_t long_at(const unsigned char *bytes)
{
    return word_at(bytes) | (uint32_t)word_at(bytes + 2) << 16;
}

// ---- cursor ----------------------------------------------------------------------------------

const unsigned char *cursor_skip(struct cursor *cursor, uint64_t size)
{
    const unsigned char *at = cursor->bytes + cursor->at;
    if (cursor->failed || size > cursor->size - cursor->at) {
        cursor->failed = true;
        return cursor->bytes;
    }
    cursor->at += (size_t)size;
    return at;
}

uint8_t cursor_byte(struct cursor *cursor)
{
    const unsigned char *at = cursor_skip(cursor, 1);
    return cursor->failed ? 0 : *at;
}

uint16_t cursor_word(struct cursor *cursor)
{
    const unsigned char *at = cursor_skip(cursor, 2);
    return cursor->failed ? 0 : word_at(at);
}

void cursor_align(struct cursor *cursor, size_t unit)
{
    (void)cursor_skip(cursor, -cursor->at & (unit - 1));
}

// ---- header ----------------------------------------------------------------------------------

/* Counts the values each symbol expands to, depth first. A symbol that contains itself, an unknown
 * symbol or more values than a byte can count means that the file is corrupt. */
struct symbol_counter {
    const struct compressed *data;
    uint8_t *state; /* of each symbol: UNSEEN, OPEN or COUNTED */
    uint16_t path[SYMBOLS_MAX];
    size_t depth;
};

enum { UNSEEN, OPEN, COUNTED };

static bool visit_symbol(struct symbol_counter *count, unsigned symbol)
{
    if (symbol >= count->data->symbol_count || count->state[symbol] == OPEN)
        return false;
    if (count->state[symbol] == UNSEEN) {
        count->state[symbol] = OPEN;
        count->path[count->depth++] = (uint16_t)symbol;
    }
    return true;
}

/* Counts the last symbol of the path, or first visits the symbol of its pair that is missing. */
static bool count_symbol(struct symbol_counter *count)
{
    const struct compressed *data = count->data;
    const unsigned symbol = count->path[count->depth - 1];
    const unsigned left = data->symbols[symbol].left, right = data->symbols[symbol].right;
    unsigned values = 0;
    if (right != SYMBOL_LEAF) {
        const size_t depth = count->depth;
        if (!visit_symbol(count, left) || (count->depth == depth && !visit_symbol(count, right)))
            return false;
        if (count->depth > depth)
            return true;
        values = data->symbols[left].values + data->symbols[right].values + 1U;
    }
    if (values > VALUES_MAX)
        return false;
    data->symbols[symbol].values = (uint8_t)values;
    count->state[symbol] = COUNTED;
    count->depth--;
    return true;
}

static bool count_symbol_values(struct compressed *data)
{
    struct symbol_counter *count = malloc(sizeof *count);
    uint8_t *state = calloc(data->symbol_count, 1);
    bool good = count && state;
    if (good)
        *count = (struct symbol_counter){.data = data, .state = state};
    for (unsigned symbol = 0; good && symbol < data->symbol_count; symbol++) {
        good = visit_symbol(count, symbol);
        while (good && count->depth)
            good = count_symbol(count);
    }
    free(state);
    free(count);
    return good;
}

static bool copy_symbols(struct compressed *data, const unsigned char *bytes)
{
    data->symbols = calloc(data->symbol_count, sizeof *data->symbols);
    for (size_t i = 0; data->symbols && i < data->symbol_count; i++, bytes += SYMBOL_SIZE) {
        data->symbols[i].left = (uint16_t)(bytes[0] | (bytes[1] & 15U) << 8);
        data->symbols[i].right = (uint16_t)(bytes[1] >> 4 | (unsigned)bytes[2] << 4);
    }
    return data->symbols;
}

/* Canonical Huffman codes: from the longest to the shortest, consecutive within a length. */
static void find_bases(struct compressed *data)
{
    for (size_t i = data->code_lengths - 1U; i--;)
        data->base[i] = (data->base[i + 1] + data->lowest[i] - data->lowest[i + 1]) / 2;
    for (size_t i = 0; i < data->code_lengths; i++)
        data->base[i] <<= 64 - i - data->min_code_length;
}

static bool read_codes(struct cursor *cursor, struct compressed *data)
{
    const uint8_t max_code_length = cursor_byte(cursor);
    data->min_code_length = cursor_byte(cursor);
    if (cursor->failed || !data->min_code_length || max_code_length < data->min_code_length ||
        max_code_length > CODE_MAX)
        return false;
    data->code_lengths = (uint8_t)(max_code_length - data->min_code_length + 1);
    for (size_t i = 0; i < data->code_lengths; i++)
        data->lowest[i] = cursor_word(cursor);
    data->symbol_count = cursor_word(cursor);
    const unsigned char *symbols = cursor_skip(cursor, (uint64_t)SYMBOL_SIZE * data->symbol_count);
    (void)cursor_skip(cursor, data->symbol_count & 1);
    if (cursor->failed || !data->symbol_count || data->symbol_count > SYMBOLS_MAX)
        return false;
    find_bases(data);
    return copy_symbols(data, symbols) && count_symbol_values(data);
}

bool decompress_init(struct cursor *cursor, uint64_t size, struct compressed *out)
{
    *out = (struct compressed){.end = cursor->bytes + cursor->size};
    out->flags = cursor_byte(cursor);
    if (out->flags & FLAG_CONSTANT) {
        out->is_constant = true;
        out->constant = cursor_byte(cursor);
        return !cursor->failed;
    }
    out->block_bits = cursor_byte(cursor);
    out->span_bits = cursor_byte(cursor);
    const uint8_t padding = cursor_byte(cursor);
    const uint32_t low = cursor_word(cursor);
    out->block_count = low | (uint32_t)cursor_word(cursor) << 16;
    if (cursor->failed || out->block_bits > BITS_MAX || out->span_bits > BITS_MAX ||
        !out->span_bits || out->block_count > UINT32_MAX - padding)
        return false;
    out->block_length_count = out->block_count + padding;
    out->index_count = (size + (UINT64_C(1) << out->span_bits) - 1) >> out->span_bits;
    return read_codes(cursor, out);
}

void decompress_fini(struct compressed *data)
{
    free(data->symbols);
}

// ---- values ----------------------------------------------------------------------------------

/* Finds the block of a value and its offset in it. */
static bool find_block(const struct compressed *data, uint64_t index, uint32_t *out_block,
                       uint32_t *out_offset)
{
    const uint64_t span = UINT64_C(1) << data->span_bits, entry = index >> data->span_bits;
    if (entry >= data->index_count)
        return false;
    const unsigned char *at = data->index + entry * INDEX_SIZE;
    uint64_t block = long_at(at);
    // An index entry points to the middle of its span.
    int64_t offset = word_at(at + 4) + (int64_t)(index & (span - 1)) - (int64_t)(span / 2);
    if (block >= data->block_length_count)
        return false;
    while (offset < 0) {
        if (!block--)
            return false;
        offset += word_at(data->block_lengths + 2 * block) + 1;
    }
    while (offset > word_at(data->block_lengths + 2 * block)) {
        offset -= word_at(data->block_lengths + 2 * block) + 1;
        if (++block >= data->block_length_count)
            return false;
    }
    *out_block = (uint32_t)block;
    *out_offset = (uint32_t)offset;
    return block < data->block_count;
}

/* The next 32 bits, big-endian; zeros past the end of the file. */
static uint64_t next_bits(const unsigned char **at, const unsigned char *end)
{
    const unsigned char *bytes = *at;
    if (end - bytes < 4)
        return 0;
    *at += 4;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Decodes symbols up to the one that contains the value; `offset` becomes the offset in it. */
static bool find_symbol(const struct compressed *data, uint32_t block, uint32_t *offset,
                        unsigned *out)
{
    const unsigned char *at = data->blocks + ((size_t)block << data->block_bits);
    uint64_t code = next_bits(&at, data->end) << 32;
    code |= next_bits(&at, data->end);
    unsigned unused_bits = 64;
    for (;;) {
        unsigned i = 0;
        while (i + 1 < data->code_lengths && code < data->base[i])
            i++;
        const unsigned length = i + data->min_code_length;
        const uint64_t symbol = data->lowest[i] + ((code - data->base[i]) >> (64 - length));
        if (symbol >= data->symbol_count)
            return false;
        *out = (unsigned)symbol;
        if (*offset <= data->symbols[symbol].values)
            return true;
        *offset -= data->symbols[symbol].values + 1U;
        code <<= length;
        unused_bits -= length;
        if (unused_bits <= 32) {
            code |= next_bits(&at, data->end) << (32 - unused_bits);
            unused_bits += 32;
        }
    }
}

bool decompress_value(const struct compressed *data, uint64_t index, unsigned *out)
{
    if (data->is_constant) {
        *out = data->constant;
        return true;
    }
    uint32_t block, offset;
    unsigned symbol;
    if (!find_block(data, index, &block, &offset) || !find_symbol(data, block, &offset, &symbol))
        return false;
    while (data->symbols[symbol].values) {
        const unsigned left = data->symbols[symbol].left;
        if (offset <= data->symbols[left].values) {
            symbol = left;
        } else {
            offset -= data->symbols[left].values + 1U;
            symbol = data->symbols[symbol].right;
        }
    }
    *out = data->symbols[symbol].left;
    return true;
}
