/* SPDX-License-Identifier: MIT */
#include "rookery/piece.h"

struct kind_row {
    char letters[2];
    const char *name;
};

static const struct kind_row kind_rows[RK_KIND_COUNT] = {
#define ROW(kind, letter, movement, name) [kind] = {{(letter) - 'a' + 'A', (letter)}, (name)},
#include "rookery/kinds.def"
};

bool rk_piece_from_letter(char letter, rk_piece *out)
{
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        for (unsigned side = 0; side < 2; side++)
            if (kind_rows[kind].letters[side] == letter) {
                *out = (rk_piece){.kind = (rk_kind)kind, .side = (rk_side)side};
                return true;
            }
    return false;
}

char rk_piece_letter(rk_piece piece)
{
    return kind_rows[piece.kind].letters[piece.side];
}

const char *rk_kind_name(rk_kind kind)
{
    return kind_rows[kind].name;
}

const char *rk_side_name(rk_side side)
{
    return side == RK_WHITE ? "white" : "black";
}
