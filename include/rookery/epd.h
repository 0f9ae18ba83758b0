/* SPDX-License-Identifier: MIT */
/* EPD: the four fields of a position, then operations: `bm Nf3; id "WAC.1";`. */
#ifndef ROOKERY_EPD_H
#define ROOKERY_EPD_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

enum { RK_EPD_OPERATIONS_MAX = 32 };

/* Both point into the text that was parsed. An operand that is one quoted string
 * comes without its quotes. */
typedef struct rk_epd_operation {
    const char *opcode, *operand;
    size_t opcode_size, operand_size;
    bool quoted;
} rk_epd_operation;

typedef struct rk_epd {
    rk_position position;
    rk_epd_operation operations[RK_EPD_OPERATIONS_MAX];
    size_t operation_count;
} rk_epd;

/* Reads one line. `hmvc` and `fmvn` also set the position's counters; a plain
 * FEN with counters is taken as well. `text` must outlive `out`. */
RK_MUST_USE rk_err rk_epd_parse(const char *text, size_t size, rk_variant variant, rk_epd *out,
                                rk_fault *fault);

/* The operation of that name, or NULL. Borrowed from `epd`. */
const rk_epd_operation *rk_epd_find(const rk_epd *epd, const char *opcode);

/* Writes the line, without a newline but with a NUL, cut off whole operations
 * before `out_size`; returns its length. Room for RK_FEN_MAX is the least. */
size_t rk_epd_write(const rk_epd *epd, char *out, size_t out_size);

RK_END_C

#endif
