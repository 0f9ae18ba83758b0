/* SPDX-License-Identifier: MIT */
/* Reviews as one HTML file with a board, which needs nothing else: it works from a disk, without a
 * network. The games are JSON in it, so that games can be appended to the file. */
#ifndef REVIEW_REPORT_HTML_H
#define REVIEW_REPORT_HTML_H

#include "base/buffer.h"
#include "review/report.h"
#include "rookery/pgn_game.h"

/* Appends what comes before the first game. */
void report_html_begin(struct buffer *out);

/* Appends a game. */
RK_MUST_USE rk_err report_html(const struct report_options *options, rk_pgn_game *game,
                               const struct review *review, struct buffer *out);

#endif
