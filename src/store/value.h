/* SPDX-License-Identifier: MIT */
/* Values one behind the other in a buffer: the calls of a job with their
 * parameters, and the rows of its answer. */
#ifndef STORE_VALUE_H
#define STORE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum value_kind {
    VALUE_NULL,
    VALUE_INTEGER,
    VALUE_TEXT,
    VALUE_BYTES,
    VALUE_CALL, /* a statement, whose parameters follow */
    VALUE_ROW   /* so many columns follow */
};

struct value {
    enum value_kind kind;
    int64_t integer;   /* of a call the statement, of a row the number of columns */
    const char *bytes; /* of a text or bytes: a NUL that is not counted stands behind them */
    size_t size;
};

void value_write(struct buffer *out, const struct value *value);

/* Reads the one at *at and steps behind it; false at the end. What it points to
 * lies in the buffer. */
bool value_read(const struct buffer *from, size_t *at, struct value *out);

#endif
