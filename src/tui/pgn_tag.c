/* SPDX-License-Identifier: MIT */
#include "tui/pgn_tag.h"

#include <string.h>

static const char *const side_values[2] = {"white", "black"};

void pgn_tag_write(rk_pgn_writer *writer, const char *name, const char *value)
{
    rk_pgn_write_tag(writer, (rk_pgn_text){name, strlen(name)},
                     (rk_pgn_text){value, strlen(value)});
}

void pgn_tag_write_side(rk_pgn_writer *writer, const char *name, rk_side side)
{
    pgn_tag_write(writer, name, side_values[side]);
}

bool pgn_tag_is(rk_pgn_text text, const char *expected)
{
    return text.size == strlen(expected) && !memcmp(text.at, expected, text.size);
}

bool pgn_tag_read_side(rk_pgn_text value, rk_side *out)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (pgn_tag_is(value, side_values[side])) {
            *out = side;
            return true;
        }
    return false;
}
