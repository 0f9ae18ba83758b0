/* SPDX-License-Identifier: MIT */
/* The review of a game in its exports, as Lichess writes them. Without a review, they write
 * nothing. */
#ifndef API_EXPORT_REVIEW_H
#define API_EXPORT_REVIEW_H

#include "api/export_walk.h"
#include "base/json.h"
#include "base/text.h"

/* "analysis": what is known about the position after each move. */
void export_review_json(const struct exported_game *exported, struct json *json);
/* Into the object of a player: "analysis" with the number of errors, the average loss and, if it is
 * asked for, the accuracy. */
void export_review_player(const struct exported_game *exported, rk_side side, bool with_accuracy,
                          struct json *json);

/* Adds [%eval] of the position after a move, 0 being the first, to a comment. */
void export_review_eval(const struct exported_game *exported, size_t ply, struct text *comment);
/* A sentence that explains what is wrong with a move. */
void export_review_sentence(const struct exported_game *exported, size_t ply, struct text *comment);
unsigned export_review_nag(const struct exported_game *exported, size_t ply); /* 0: none */

#endif
