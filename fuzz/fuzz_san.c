/* SPDX-License-Identifier: MIT */
/* SAN: a position (see take_position), then the text of a move. */
#include "moves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const rk_position pos = take_position(&in);
    check_any_text(rk_san_parse, &pos, in);
    return 0;
}
