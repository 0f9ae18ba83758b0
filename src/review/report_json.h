/* SPDX-License-Identifier: MIT */
/* Reviews as JSON. docs/review.md describes the fields. */
#ifndef REVIEW_REPORT_JSON_H
#define REVIEW_REPORT_JSON_H

#include "base/json.h"
#include "review/report.h"
#include "rookery/pgn_game.h"

/* Appends the object of a game, without a line end. */
void report_json_object(const struct report_options *options, const rk_pgn_game *game,
                        const struct review *review, struct buffer *out);

/* Appends the object as a line. */
RK_MUST_USE rk_err report_game_json(const struct report_options *options, rk_pgn_game *game,
                                    const struct review *review, struct buffer *out);

/* Adds the fields that other files about games have, too: "opening" with its code, name and ply,
 * where there is one, and "cp" or "mate". */
void report_json_opening(struct json *json, const rk_opening_line *line);
void report_json_score(struct json *json, int score);

#endif
