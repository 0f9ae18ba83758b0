/* SPDX-License-Identifier: MIT */
/* EPD: the first four fields of a FEN, followed by operations such as
 * `bm Nf3; id "WAC.1";`. */
#ifndef ROOKERY_EPD_H
#define ROOKERY_EPD_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

enum { RK_EPD_OPERATIONS_MAX = 32 }; /* operations of a line; more are an error */

/* One operation. Both texts point into the parsed text and are not NUL-terminated.
 * If the operand is a single quoted string, `operand` excludes the quotes. */
typedef struct rk_epd_operation {
    const char *opcode, *operand;
    size_t opcode_size, operand_size;
    bool quoted;
} rk_epd_operation;

/* A parsed line. */
typedef struct rk_epd {
    rk_position position;
    rk_epd_operation operations[RK_EPD_OPERATIONS_MAX];
    size_t operation_count;
} rk_epd;

/* Parses one line. The operations `hmvc` and `fmvn` set the counters of the
 * position; a FEN with counters is accepted too. *out borrows from `text`, which
 * must outlive it. On failure *out is unchanged and *fault, unless NULL, says
 * what is wrong and where. */
RK_MUST_USE rk_err rk_epd_parse(const char *text, size_t size, rk_variant variant, rk_epd *out,
                                rk_fault *fault);

/* Returns the first operation with this opcode, or NULL. Borrowed from `epd`. */
const rk_epd_operation *rk_epd_find(const rk_epd *epd, const char *opcode);

/* Writes the line without a newline, NUL-terminated, to `out`, which has room for
 * `out_size` bytes, at least RK_FEN_MAX. Omits operations that do not fit. Returns
 * the length without the NUL. */
size_t rk_epd_write(const rk_epd *epd, char *out, size_t out_size);

RK_END_C

#endif
