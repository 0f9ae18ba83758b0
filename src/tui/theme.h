/* SPDX-License-Identifier: MIT */
/* The colours of the board and of the texts beside it. */
#ifndef TUI_THEME_H
#define TUI_THEME_H

#include "tui/colour.h"

/* Why a square stands out; a later one takes precedence. */
enum square_mark { MARK_NONE, MARK_LAST_MOVE, MARK_TARGET, MARK_CHECK, MARK_CURSOR, MARK_COUNT };

struct theme {
    const char *name;
    colour squares[MARK_COUNT][2]; /* light, dark */
    colour pieces[2];              /* White, Black */
    colour frame, frame_text;
    colour accent;      /* the clock that runs, titles; readable on light and on dark terminals */
    colour accent_text; /* on the accent */
    colour faint;       /* text of less importance */
    colour warning;     /* errors, and a clock about to run out */
};

enum { THEME_COUNT = 3 };
extern const struct theme themes[THEME_COUNT]; /* the first is the default */

/* For terminals with 8 or 16 colours, whatever theme is chosen. */
extern const struct theme theme_basic;

/* The theme with this name; NULL if there is none. */
const struct theme *theme_find(const char *name);

/* The theme to draw with: NULL stands for the default. */
const struct theme *theme_for(const struct theme *chosen, enum colour_depth depth);

/* The theme after this one, to go through all of them. */
const struct theme *theme_next(const struct theme *theme);

#endif
