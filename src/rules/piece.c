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

// 1 + kind by lower-case letter; 0 where no kind has it.
static const unsigned char kinds_by_letter[26] = {
#define ROW(kind, letter, movement, name) [(letter) - 'a'] = 1 + (kind),
#include "rookery/kinds.def"
};

bool rk_piece_from_letter(char letter, rk_piece *out)
{
    const bool white = letter >= 'A' && letter <= 'Z';
    const int index = letter - (white ? 'A' : 'a');
    if (index < 0 || index >= 26 || !kinds_by_letter[index])
        return false;
    *out = (rk_piece){.kind = (rk_kind)(kinds_by_letter[index] - 1),
                      .side = white ? RK_WHITE : RK_BLACK};
    return true;
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
