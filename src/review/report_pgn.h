/* SPDX-License-Identifier: MIT */
/* Reviews as annotated PGN. */
#ifndef REVIEW_REPORT_PGN_H
#define REVIEW_REPORT_PGN_H

#include "base/buffer.h"
#include "review/report.h"
#include "rookery/pgn_game.h"

/* Adds the review to the tree of the game, and appends the game. What the game has already is kept:
 * comments, variations, NAGs and tags; only an older [%eval] is replaced. */
RK_MUST_USE rk_err report_pgn(const struct report_options *options, rk_pgn_game *game,
                              const struct review *review, struct buffer *out);

#endif
