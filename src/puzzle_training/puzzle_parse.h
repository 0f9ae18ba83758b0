/* SPDX-License-Identifier: MIT */
/* Reads puzzles from the lines of a file that `rookery puzzles` has written as JSON or CSV. The
 * puzzle database of Lichess has the same columns. */
#ifndef PUZZLE_TRAINING_PUZZLE_PARSE_H
#define PUZZLE_TRAINING_PUZZLE_PARSE_H

#include "puzzle_training/puzzle_record.h"

enum { PUZZLE_LINE_MAX = 64 << 10 }; /* bytes */

/* Whether this is the first line of CSV, which names the columns. */
bool puzzle_line_is_header(const char *line, size_t size);

/* Reads a line without its end: JSON if it starts with a brace, otherwise CSV. On failure *out is
 * unchanged, and *fault, unless NULL, says what is wrong. */
RK_MUST_USE rk_err puzzle_parse(const char *line, size_t size, struct puzzle_record *out,
                                rk_fault *fault);

#endif
