/* SPDX-License-Identifier: MIT */
/* Writes puzzles. docs/puzzles.md describes the formats. */
#ifndef PUZZLES_PUZZLE_FORMAT_H
#define PUZZLES_PUZZLE_FORMAT_H

#include "base/buffer.h"
#include "puzzles/puzzle.h"
#include "rookery/opening.h"
#include "rookery/pgn_game.h"

enum puzzle_format {
#define ROW(format, name, function) format,
#include "puzzles/formats.def"
    PUZZLE_FORMAT_COUNT
};

const char *puzzle_format_name(enum puzzle_format format);

/* A puzzle and the game that it comes from; all borrowed. */
struct puzzle_source {
    const struct puzzle *puzzle;
    const rk_pgn_game *game;
    const rk_opening_line *opening; /* of the game */
};

/* Appends what comes before the first puzzle. */
void puzzle_format_begin(enum puzzle_format format, struct buffer *out);

/* Appends one puzzle. */
void puzzle_format_write(enum puzzle_format format, const struct puzzle_source *source,
                         struct buffer *out);

enum { PUZZLE_ID_SIZE = 17 };

/* Writes an id that depends on the position and the solution alone: sixteen hexadecimal digits. */
void puzzle_write_id(const struct puzzle *puzzle, char out[PUZZLE_ID_SIZE]);

/* Calls `add` for each theme: those of themes.def, the length and the phase. */
typedef void puzzle_theme_callback(void *context, const char *theme);
void puzzle_for_each_theme(const struct puzzle *puzzle, puzzle_theme_callback *add, void *context);

#endif
