/* SPDX-License-Identifier: MIT */
#include "pgntools/tag_value.h"

void tag_value_append(struct buffer *out, rk_pgn_text value)
{
    if (buffer_reserve(out, value.size))
        out->size += rk_pgn_unescape(value, out->bytes + out->size, value.size);
}
