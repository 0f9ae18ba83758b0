/* SPDX-License-Identifier: MIT */
/* Converts games to other formats. */
#ifndef PGNTOOLS_CONVERT_H
#define PGNTOOLS_CONVERT_H

#include "pgntools/run.h"

enum convert_format {
    CONVERT_PGN,   /* export format */
    CONVERT_JSONL, /* a JSON object for each game */
    CONVERT_UCI,   /* the moves of a game on one line */
    CONVERT_FEN,   /* a line for each position */
    CONVERT_EPD,
    CONVERT_SAN, /* the moves of a game on one line */
    CONVERT_FORMAT_COUNT
};

const char *convert_format_name(enum convert_format format); /* "jsonl" */

/* With `last_only`, FEN and EPD have only the last position of each game. */
enum run_status convert_games(const struct run_options *options, enum convert_format format,
                              bool last_only);

/* Writes the FEN of each game's position after `ply` plies; skips shorter games. */
enum run_status convert_position_at(const struct run_options *options, unsigned long ply);

#endif
