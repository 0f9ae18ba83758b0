/* SPDX-License-Identifier: MIT */
#include "syzygy/decompress.h"

#include <stdlib.h>

enum { INDEX_SIZE = 6, SYMBOL_SIZE = 3, LEAF = 0xfff, BITS_MAX = 31, VALUES_MAX = 255 };

static uint16_t word_at(const unsigned char *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static uint32_t long_at(const unsigned char *bytes)
{
    return word_at(bytes) | (uint32_t)word_at(bytes + 2) << 16;
}

// ---- reading ---------------------------------------------------------------------------------

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

// ---- what describes a row --------------------------------------------------------------------

/* The two symbols a symbol stands for; of a leaf the second is LEAF, and the first its number. */
static unsigned left_of(const struct pairs *pairs, unsigned symbol)
{
    const unsigned char *bytes = pairs->symbols + (size_t)symbol * SYMBOL_SIZE;
    return bytes[0] | (bytes[1] & 15U) << 8;
}

static unsigned right_of(const struct pairs *pairs, unsigned symbol)
{
    const unsigned char *bytes = pairs->symbols + (size_t)symbol * SYMBOL_SIZE;
    return bytes[1] >> 4 | (unsigned)bytes[2] << 4;
}

/* Counts the numbers behind each symbol, those of its parts first. A symbol that contains
 * itself, or none, or more than a byte can count, is damage. */
struct count {
    const struct pairs *pairs;
    uint8_t *state; /* of each symbol */
    uint16_t path[SYMBOLS_MAX];
    size_t depth;
};

enum { UNSEEN, OPEN, COUNTED };

static bool visit(struct count *count, unsigned symbol)
{
    if (symbol >= count->pairs->symbol_count || count->state[symbol] == OPEN)
        return false;
    if (count->state[symbol] == UNSEEN) {
        count->state[symbol] = OPEN;
        count->path[count->depth++] = (uint16_t)symbol;
    }
    return true;
}

/* Closes the last symbol of the path, or opens the part of it that is to come first. */
static bool step(struct count *count)
{
    const struct pairs *pairs = count->pairs;
    const unsigned symbol = count->path[count->depth - 1];
    const unsigned left = left_of(pairs, symbol), right = right_of(pairs, symbol);
    unsigned values = 0;
    if (right != LEAF) {
        const size_t depth = count->depth;
        if (!visit(count, left) || (count->depth == depth && !visit(count, right)))
            return false;
        if (count->depth > depth)
            return true;
        values = pairs->values[left] + pairs->values[right] + 1U;
    }
    if (values > VALUES_MAX)
        return false;
    pairs->values[symbol] = (uint8_t)values;
    count->state[symbol] = COUNTED;
    count->depth--;
    return true;
}

static bool count_values(struct pairs *pairs)
{
    struct count *count = malloc(sizeof *count);
    pairs->values = calloc(pairs->symbol_count, 1);
    uint8_t *state = calloc(pairs->symbol_count, 1);
    bool good = count && pairs->values && state;
    if (good)
        *count = (struct count){.pairs = pairs, .state = state};
    for (unsigned symbol = 0; good && symbol < pairs->symbol_count; symbol++) {
        good = visit(count, symbol);
        while (good && count->depth)
            good = step(count);
    }
    free(state);
    free(count);
    return good;
}

static uint16_t lowest_symbol(const struct pairs *pairs, size_t i)
{
    return word_at(pairs->lowest + 2 * i);
}

/* Codes are given out from the longest to the shortest; those of a length follow each other. */
static void find_bases(struct pairs *pairs)
{
    for (size_t i = pairs->lengths - 1U; i--;)
        pairs->base[i] =
            (pairs->base[i + 1] + lowest_symbol(pairs, i) - lowest_symbol(pairs, i + 1)) / 2;
    for (size_t i = 0; i < pairs->lengths; i++)
        pairs->base[i] <<= 64 - i - pairs->shortest;
}

static bool read_codes(struct cursor *cursor, struct pairs *pairs)
{
    const uint8_t longest = cursor_byte(cursor);
    pairs->shortest = cursor_byte(cursor);
    if (cursor->failed || !pairs->shortest || longest < pairs->shortest || longest > CODE_MAX)
        return false;
    pairs->lengths = (uint8_t)(longest - pairs->shortest + 1);
    pairs->lowest = cursor_skip(cursor, 2ULL * pairs->lengths);
    pairs->symbol_count = cursor_word(cursor);
    pairs->symbols = cursor_skip(cursor, (uint64_t)SYMBOL_SIZE * pairs->symbol_count);
    (void)cursor_skip(cursor, pairs->symbol_count & 1);
    if (cursor->failed || !pairs->symbol_count || pairs->symbol_count > SYMBOLS_MAX)
        return false;
    find_bases(pairs);
    return count_values(pairs);
}

bool pairs_read(struct cursor *cursor, uint64_t size, struct pairs *out)
{
    *out = (struct pairs){.end = cursor->bytes + cursor->size};
    out->flags = cursor_byte(cursor);
    if (out->flags & PAIRS_CONSTANT) {
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
    out->length_count = out->block_count + padding;
    out->index_count = (size + (UINT64_C(1) << out->span_bits) - 1) >> out->span_bits;
    return read_codes(cursor, out);
}

void pairs_fini(struct pairs *pairs)
{
    free(pairs->values);
}

// ---- finding a number ------------------------------------------------------------------------

/* The block a number is in, and how many stand before it there. */
static bool find_block(const struct pairs *pairs, uint64_t index, uint32_t *out_block,
                       uint32_t *out_offset)
{
    const uint64_t span = UINT64_C(1) << pairs->span_bits, entry = index >> pairs->span_bits;
    if (entry >= pairs->index_count)
        return false;
    const unsigned char *at = pairs->index + entry * INDEX_SIZE;
    uint64_t block = long_at(at);
    // Entries stand for the middles of their spans.
    int64_t offset = word_at(at + 4) + (int64_t)(index & (span - 1)) - (int64_t)(span / 2);
    if (block >= pairs->length_count)
        return false;
    while (offset < 0) {
        if (!block--)
            return false;
        offset += word_at(pairs->counts + 2 * block) + 1;
    }
    while (offset > word_at(pairs->counts + 2 * block)) {
        offset -= word_at(pairs->counts + 2 * block) + 1;
        if (++block >= pairs->length_count)
            return false;
    }
    *out_block = (uint32_t)block;
    *out_offset = (uint32_t)offset;
    return block < pairs->block_count;
}

/* The next 32 bits, the high byte first; zeros behind the end of the file. */
static uint64_t next_bits(const unsigned char **at, const unsigned char *end)
{
    const unsigned char *bytes = *at;
    if (end - bytes < 4)
        return 0;
    *at += 4;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Reads codes until one stands for the number wanted; leaves in `offset` which one in it. */
static bool find_symbol(const struct pairs *pairs, uint32_t block, uint32_t *offset, unsigned *out)
{
    const unsigned char *at = pairs->blocks + ((size_t)block << pairs->block_bits);
    uint64_t code = next_bits(&at, pairs->end) << 32;
    code |= next_bits(&at, pairs->end);
    unsigned left = 64; // bits not yet used
    for (;;) {
        unsigned i = 0;
        while (i + 1 < pairs->lengths && code < pairs->base[i])
            i++;
        const unsigned length = i + pairs->shortest;
        const uint64_t symbol =
            lowest_symbol(pairs, i) + ((code - pairs->base[i]) >> (64 - length));
        if (symbol >= pairs->symbol_count)
            return false;
        *out = (unsigned)symbol;
        if (*offset <= pairs->values[symbol])
            return true;
        *offset -= pairs->values[symbol] + 1U;
        code <<= length;
        left -= length;
        if (left <= 32) {
            code |= next_bits(&at, pairs->end) << (32 - left);
            left += 32;
        }
    }
}

bool pairs_value(const struct pairs *pairs, uint64_t index, unsigned *out)
{
    if (pairs->is_constant) {
        *out = pairs->constant;
        return true;
    }
    uint32_t block, offset;
    unsigned symbol;
    if (!find_block(pairs, index, &block, &offset) || !find_symbol(pairs, block, &offset, &symbol))
        return false;
    while (pairs->values[symbol]) {
        const unsigned left = left_of(pairs, symbol);
        if (offset <= pairs->values[left]) {
            symbol = left;
        } else {
            offset -= pairs->values[left] + 1U;
            symbol = right_of(pairs, symbol);
        }
    }
    *out = left_of(pairs, symbol);
    return true;
}
