/* SPDX-License-Identifier: MIT */
/* A cursor over a text, and the fault to fill in when parsing fails. */
#ifndef NOTATION_READER_H
#define NOTATION_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/err.h"
#include "rookery/move.h"

struct reader {
    const char *start, *at, *end;
    rk_fault *fault; /* may be NULL */
};

RK_INLINE struct reader reader_of(const char *text, size_t size, rk_fault *fault)
{
    return (struct reader){text, text, text + size, fault};
}

/* Returns the next character without consuming it; NUL at the end. */
RK_INLINE char peek(const struct reader *in)
{
    return in->at < in->end ? *in->at : '\0';
}

RK_INLINE bool skip_char(struct reader *in, char c)
{
    if (in->at == in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

RK_INLINE void skip_blanks(struct reader *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\t'))
        in->at++;
}

/* Fills in the fault, unless it is NULL, and returns `err`. */
rk_err reader_fail(const struct reader *in, const char *at, rk_err err, const char *message);

/* Reads a square such as "e4". Returns false and consumes nothing if the text is something else. */
RK_MUST_USE bool reader_square(struct reader *in, rk_square *out);

/* Reads a decimal number. Returns false and consumes nothing if the text is something else or the
 * number exceeds `max`. */
RK_MUST_USE bool reader_number(struct reader *in, unsigned max, unsigned *out);

#endif
