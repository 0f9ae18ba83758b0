/* SPDX-License-Identifier: MIT */
#include "tui/theme.h"

#include <string.h>

/* Each square is dark enough for white pieces and light enough for black ones: the contrast is at
 * least three to one, in true colour and in the 256-colour palette. */
#define C COLOUR_FIXED

const struct theme themes[THEME_COUNT] = {
    {.name = "wood",
     .squares = {[MARK_NONE] = {C(0xb48764, 137), C(0x875a3c, 94)},
                 [MARK_LAST_MOVE] = {C(0xa08c28, 100), C(0x78691a, 58)},
                 [MARK_TARGET] = {C(0x6f9560, 65), C(0x4f7a45, 29)},
                 [MARK_CHECK] = {C(0xdc4632, 196), C(0xbe3223, 160)},
                 [MARK_CURSOR] = {C(0x3c91c8, 32), C(0x2873aa, 26)}},
     .pieces = {C(0xffffff, 231), C(0x000000, 16)},
     .frame = C(0x46301f, 236),
     .frame_text = C(0xd2b48c, 180),
     .accent = C(0xa5662f, 130),
     .accent_text = C(0xffffff, 231),
     .faint = C(0x767676, 243),
     .warning = C(0xd23c28, 160)},
    {.name = "green",
     .squares = {[MARK_NONE] = {C(0x7d9b5f, 65), C(0x4f733c, 58)},
                 [MARK_LAST_MOVE] = {C(0xa59132, 136), C(0x826e14, 94)},
                 [MARK_TARGET] = {C(0x5f93a8, 67), C(0x3f7590, 25)},
                 [MARK_CHECK] = {C(0xdc4632, 196), C(0xbe3223, 160)},
                 [MARK_CURSOR] = {C(0x9678c8, 98), C(0x785aaa, 61)}},
     .pieces = {C(0xffffff, 231), C(0x000000, 16)},
     .frame = C(0x2c3c23, 236),
     .frame_text = C(0xb9cda0, 151),
     .accent = C(0x4b8237, 28),
     .accent_text = C(0xffffff, 231),
     .faint = C(0x767676, 243),
     .warning = C(0xd23c28, 160)},
    {.name = "blue",
     .squares = {[MARK_NONE] = {C(0x6d93ae, 67), C(0x456a87, 60)},
                 [MARK_LAST_MOVE] = {C(0x969138, 100), C(0x736e1c, 58)},
                 [MARK_TARGET] = {C(0x5a9b73, 65), C(0x377850, 29)},
                 [MARK_CHECK] = {C(0xdc4632, 196), C(0xbe3223, 160)},
                 [MARK_CURSOR] = {C(0xc37d3c, 166), C(0xa0611c, 130)}},
     .pieces = {C(0xffffff, 231), C(0x000000, 16)},
     .frame = C(0x23374b, 236),
     .frame_text = C(0xaac8dc, 152),
     .accent = C(0x3278aa, 31),
     .accent_text = C(0xffffff, 231),
     .faint = C(0x767676, 243),
     .warning = C(0xd23c28, 160)},
};

/* No pair of the 16 colours is far enough from black and from white in every palette, so the
 * squares are dark and both sides are bright. */
const struct theme theme_basic = {
    .name = "basic",
    .squares = {[MARK_NONE] = {COLOUR_BASIC(4), COLOUR_BASIC(0)},
                [MARK_LAST_MOVE] = {COLOUR_BASIC(5), COLOUR_BASIC(5)},
                [MARK_TARGET] = {COLOUR_BASIC(4), COLOUR_BASIC(0)},
                [MARK_CHECK] = {COLOUR_BASIC(1), COLOUR_BASIC(1)},
                [MARK_CURSOR] = {COLOUR_BASIC(4), COLOUR_BASIC(0)}},
    .pieces = {COLOUR_BASIC(15), COLOUR_BASIC(14)},
    .accent = COLOUR_BASIC(4),
    .accent_text = COLOUR_BASIC(15),
    .warning = COLOUR_BASIC(1),
};

const struct theme *theme_find(const char *name)
{
    for (int i = 0; i < THEME_COUNT; i++)
        if (!strcmp(themes[i].name, name))
            return &themes[i];
    return NULL;
}

const struct theme *theme_for(const struct theme *chosen, enum colour_depth depth)
{
    if (depth == COLOURS_8 || depth == COLOURS_16)
        return &theme_basic;
    return chosen ? chosen : &themes[0];
}

const struct theme *theme_next(const struct theme *theme)
{
    return theme == NULL ? &themes[1] : &themes[(theme - themes + 1) % THEME_COUNT];
}
