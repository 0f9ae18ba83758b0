/* SPDX-License-Identifier: MIT */
/* Shared by the fuzz targets: checks that abort the run, a reader for the input, and
 * the invariants of faults and positions. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "rookery/moves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition) ((condition) ? (void)0 : fail(__FILE__, __LINE__, #condition))

static inline void fail(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
    __builtin_trap();
}

struct input {
    const uint8_t *data;
    size_t size;
};

/* Returns the next byte; 0 at the end of the input. */
static inline unsigned take_byte(struct input *in)
{
    if (!in->size)
        return 0;
    in->size--;
    return *in->data++;
}

static inline unsigned take_uint16(struct input *in)
{
    const unsigned high = take_byte(in);
    return high << 8 | take_byte(in);
}

/* In a seed file, a digit is the row in variants.def. */
static inline rk_variant take_variant(struct input *in)
{
    return (rk_variant)((uint8_t)(take_byte(in) - '0') % RK_VARIANT_COUNT);
}

/* Returns the start position of a variant; for Chess960, one of the 960. */
static inline rk_position take_start(struct input *in)
{
    const rk_variant variant = take_variant(in);
    rk_position pos = rk_position_start(variant);
    if (variant == RK_CHESS960)
        CHECK(!rk_position_chess960(take_uint16(in) % 960, &pos));
    return pos;
}

/* Returns a position after some random moves. The input gives the variant, the number of
 * plies and the seed. */
static inline rk_position take_position(struct input *in)
{
    rk_position pos = take_start(in);
    const unsigned plies = take_byte(in);
    uint32_t random = take_uint16(in);
    for (unsigned ply = 0; ply < plies; ply++) {
        rk_move moves[RK_MOVES_MAX];
        const size_t count = rk_moves_list(&pos, moves);
        if (!count)
            break;
        rk_undo undo;
        random = random * 1664525 + 1013904223;
        rk_position_apply(&pos, moves[(random >> 16) % count], &undo);
    }
    return pos;
}

/* Fills memory with a pattern, to check later that a failing parser has not written to it. */
static inline void poison(void *bytes, size_t size)
{
    memset(bytes, 0xa5, size);
}

static inline bool is_poisoned(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)bytes)[i] != 0xa5)
            return false;
    return true;
}

/* Checks that a fault has a class, an offset within the text and a printable message. */
static inline void check_fault(const rk_fault *fault, rk_err err, size_t text_size)
{
    CHECK(err != RK_OK && fault->err == err);
    CHECK(rk_err_class_of(err) != RK_NO_ERROR && rk_err_class_of(err) != RK_SYSTEM_FAILED);
    CHECK(fault->offset <= text_size);
    CHECK((fault->position_faults != 0) == (err == RK_BAD_POSITION));
    const size_t length = strnlen(fault->text, RK_FAULT_TEXT_MAX);
    CHECK(length > 0 && length < RK_FAULT_TEXT_MAX);
    for (size_t i = 0; i < length; i++)
        CHECK((uint8_t)fault->text[i] >= ' ' && fault->text[i] != 0x7f);
}

static inline bool is_equal(const rk_position *a, const rk_position *b)
{
    return !memcmp(a, b, sizeof *a);
}

/* Writes the position as a FEN in both styles and parses it again. */
static inline void check_fen(const rk_position *pos)
{
    static const rk_fen_option options[] = {RK_FEN_PLAIN, RK_FEN_SHREDDER};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char fen[RK_FEN_MAX];
        rk_position again;
        poison(fen, sizeof fen);
        poison(&again, sizeof again);
        const size_t length = rk_fen_write(pos, options[i], fen);
        CHECK(length < RK_FEN_MAX && strnlen(fen, RK_FEN_MAX) == length);
        CHECK(!rk_fen_parse(fen, length, pos->variant, RK_FEN_PLAIN, &again, NULL));
        CHECK(is_equal(pos, &again));
    }
}

/* Checks the invariants of a playable position. */
static inline void check_position(const rk_position *pos)
{
    rk_position again = *pos;
    CHECK(pos->key == rk_position_key(pos));
    CHECK(!rk_position_validate(&again));
    CHECK(is_equal(pos, &again));
    CHECK(rk_position_same(pos, &again));
    CHECK((rk_position_checkers(pos) != 0) == rk_position_in_check(pos));
    check_fen(pos);
}

#endif
