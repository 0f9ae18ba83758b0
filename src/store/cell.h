/* SPDX-License-Identifier: MIT */
/* Values one behind the other in a buffer: the calls of a job with their
 * parameters, and the rows of its answer. */
#ifndef STORE_CELL_H
#define STORE_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum cell_kind {
    CELL_NULL,
    CELL_INTEGER,
    CELL_TEXT,
    CELL_BYTES,
    CELL_CALL, /* a statement, whose parameters follow */
    CELL_ROW   /* so many columns follow */
};

struct cell {
    enum cell_kind kind;
    int64_t integer;   /* of a call the statement, of a row the number of columns */
    const char *bytes; /* of a text or bytes: a NUL that is not counted stands behind them */
    size_t size;
};

void cell_write(struct buffer *out, const struct cell *cell);

/* Reads the one at *at and steps behind it; false at the end. What it points to
 * lies in the buffer. */
bool cell_read(const struct buffer *from, size_t *at, struct cell *out);

#endif
