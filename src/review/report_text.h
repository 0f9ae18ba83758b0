/* SPDX-License-Identifier: MIT */
/* Reviews as text for a terminal: players, totals, a graph, and the errors with better lines. */
#ifndef REVIEW_REPORT_TEXT_H
#define REVIEW_REPORT_TEXT_H

#include "base/buffer.h"
#include "review/report.h"
#include "rookery/pgn_game.h"

enum { REPORT_COLUMNS_MIN = 40, REPORT_COLUMNS_MAX = 120 };

/* Appends the report of a game and a blank line, in lines of `options->columns`, clamped to
 * REPORT_COLUMNS_MIN and _MAX. Control characters in tags become blanks. */
RK_MUST_USE rk_err report_text(const struct report_options *options, rk_pgn_game *game,
                               const struct review *review, struct buffer *out);

#endif
