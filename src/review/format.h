/* SPDX-License-Identifier: MIT */
/* Writes reviews in any of the formats. */
#ifndef REVIEW_FORMAT_H
#define REVIEW_FORMAT_H

#include "base/buffer.h"
#include "review/report.h"
#include "rookery/pgn_game.h"

const char *report_format_name(enum report_format format);

/* Finds a format by name. Returns false and leaves *out unchanged if there is none. */
RK_MUST_USE bool report_format_find(const char *name, enum report_format *out);

/* Appends what comes before the first game. */
void report_format_begin(const struct report_options *options, struct buffer *out);

/* Appends the report of a game. A game that is annotated in PGN gets the annotations in its tree,
 * so it is changed. Returns RK_NO_MEMORY on failure; *out is then marked as failed. */
RK_MUST_USE rk_err report_format_game(const struct report_options *options, rk_pgn_game *game,
                                      const struct review *review, struct buffer *out);

#endif
