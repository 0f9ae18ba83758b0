/* SPDX-License-Identifier: MIT */
#include "notation/reader.h"

#include "base/fault.h"

rk_err reader_fail(const struct reader *in, const char *at, rk_err err, const char *message)
{
    return fault_set(in->fault, err, (size_t)(at - in->start), message);
}

bool reader_square(struct reader *in, rk_square *out)
{
    if (in->end - in->at < 2)
        return false;
    const int file = in->at[0] - 'a', rank = in->at[1] - '1';
    if ((file | rank) & ~7)
        return false;
    *out = rk_square_at(file, rank);
    in->at += 2;
    return true;
}

bool reader_number(struct reader *in, unsigned max, unsigned *out)
{
    const char *at = in->at;
    unsigned number = 0;
    for (; at < in->end && *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (unsigned)(*at - '0');
        if (number > max)
            return false;
    }
    if (at == in->at)
        return false;
    in->at = at;
    *out = number;
    return true;
}
