/* SPDX-License-Identifier: MIT */
/* What a terminal can display, from the environment and its terminfo entry. */
#ifndef TUI_DISPLAY_H
#define TUI_DISPLAY_H

#include <stdbool.h>

#include "tui/colour.h"

struct display {
    enum colour_depth colours;
    bool utf8;    /* lines, blocks and other characters beyond ASCII */
    bool symbols; /* chess symbols and blocks for pieces; implies utf8 */
    bool mouse;
};

/* Zeros if the descriptor is not a terminal that can move its cursor. */
struct display display_detect(int descriptor);

#endif
