/* SPDX-License-Identifier: MIT */
/* SQL values encoded in a buffer: the calls of a job with their parameters, and the
 * rows of its result. */
#ifndef STORE_VALUE_H
#define STORE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum value_kind {
    VALUE_NULL,
    VALUE_INTEGER,
    VALUE_REAL,
    VALUE_TEXT,
    VALUE_BYTES,
    VALUE_CALL, /* a statement; its parameters follow */
    VALUE_ROW   /* a row; its columns follow */
};

struct value {
    enum value_kind kind;
    int64_t integer; /* for a call: the statement; for a row: the number of columns */
    double real;
    const char *bytes; /* for text and bytes; followed by a NUL that `size` does not count */
    size_t size;
};

void value_write(struct buffer *out, const struct value *value);

/* Reads the value at *at and advances *at; false at the end. `bytes` points into the
 * buffer. */
bool value_read(const struct buffer *from, size_t *at, struct value *out);

#endif
