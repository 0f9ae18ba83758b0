/* SPDX-License-Identifier: MIT */
#include "puzzles/themes.h"

#include <stdio.h>

#include "puzzles/tactics.h"
#include "review/phase.h"

uint32_t themes_find(const struct puzzle *puzzle)
{
    uint32_t themes = 0;
#define ROW(theme, name, detector) themes |= (uint32_t)detector(puzzle) << (theme);
#include "puzzles/themes.def"
    return themes;
}

const char *theme_name(enum puzzle_theme theme)
{
    static const char *const names[THEME_COUNT] = {
#define ROW(theme, name, detector) [theme] = (name),
#include "puzzles/themes.def"
    };
    return names[theme];
}

void theme_write_length(const struct puzzle *puzzle, char out[THEME_TEXT_MAX])
{
    const unsigned length = (unsigned)puzzle_length(puzzle);
    static const char *const names[] = {"oneMove", "short", "long", "veryLong"};
    if (puzzle_is_mate(puzzle))
        snprintf(out, THEME_TEXT_MAX, "mateIn%u", length);
    else
        snprintf(out, THEME_TEXT_MAX, "%s", names[length > 3 ? 3 : length - 1]);
}

const char *theme_phase(const struct puzzle *puzzle)
{
    return phase_name(phase_after(PHASE_OPENING, &puzzle->positions[0]));
}
