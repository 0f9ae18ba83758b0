/* SPDX-License-Identifier: MIT */
/* Finds the themes of a puzzle. */
#ifndef PUZZLES_THEMES_H
#define PUZZLES_THEMES_H

#include "puzzles/puzzle.h"

enum puzzle_theme {
#define ROW(theme, name, detector) theme,
#include "puzzles/themes.def"
    THEME_COUNT
};

/* The set of themes of a solution: bits. */
uint32_t themes_find(const struct puzzle *puzzle);

const char *theme_name(enum puzzle_theme theme); /* "fork" */

enum { THEME_TEXT_MAX = 16 };

/* Writes the theme of the length: "mateIn2", or "oneMove", "short", "long" and "veryLong". */
void theme_write_length(const struct puzzle *puzzle, char out[THEME_TEXT_MAX]);

/* The theme of the phase: "opening", "middlegame" or "endgame". */
const char *theme_phase(const struct puzzle *puzzle);

#endif
