/* SPDX-License-Identifier: MIT */
/* Names the openings of games. */
#ifndef PGNTOOLS_OPENING_NAMES_H
#define PGNTOOLS_OPENING_NAMES_H

#include "pgntools/run.h"

struct opening_names_options {
    bool json;  /* a JSON object on each line */
    bool moves; /* every named position of a game, not only the last */
};

/* Writes a line for each game: code and name, or "? unknown", and the players. The JSON
 * objects have `white`, `black`, `opening` (an object or null) and, with every named position,
 * `named`. */
enum run_status opening_names_write(const struct run_options *options,
                                    const struct opening_names_options *names_options);

/* The same for moves, or the first game of a text; the objects do not have the players. Returns the
 * error of the game, with its place in *error; `out` is then unchanged. */
RK_MUST_USE rk_err opening_names_of_text(const char *text, size_t size,
                                         const struct opening_names_options *options,
                                         struct buffer *out, rk_pgn_error *error);

#endif
