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
    CONVERT_LAN, /* long algebraic notation: e2-e4 Ng1-f3 */
    CONVERT_FORMAT_COUNT
};

const char *convert_format_name(enum convert_format format); /* "jsonl" */

/* What PGN output leaves out: bits of convert_options.strip. */
enum { STRIP_COMMENTS = 1, STRIP_VARIATIONS = 2, STRIP_NAGS = 4 };

enum { CONVERT_WIDTH_DEFAULT = 79 };

/* Tags are given as a list of names with commas between them, which may have the wildcards `*` and
 * `?`. Result, FEN, SetUp and Variant are always kept, because the moves depend on them. */
struct convert_options {
    enum convert_format format;
    bool last_only;      /* FEN and EPD: only the last position of each game */
    unsigned long plies; /* only the first plies of each game; 0: all */
    /* PGN: */
    unsigned strip;
    const char *keep_tags; /* besides the Seven Tag Roster; NULL: all */
    const char *drop_tags; /* those of the roster become unknown; NULL: none */
    bool add_ply_count;
    bool add_openings; /* fill in the ECO and Opening tags where they are missing */
    unsigned width;    /* of the lines of moves; 0: no limit */
};

enum run_status convert_games(const struct run_options *options,
                              const struct convert_options *convert_options);

/* Parses a list such as "comments,nags", or "all". */
RK_MUST_USE rk_err convert_parse_strip(const char *text, unsigned *out, rk_fault *fault);

/* Writes the FEN of each game's position after `ply` plies; skips shorter games. */
enum run_status convert_position_at(const struct run_options *options, unsigned long ply);

#endif
