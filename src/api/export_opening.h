/* SPDX-License-Identifier: MIT */
/* The opening of a game, as exports show it. */
#ifndef API_EXPORT_OPENING_H
#define API_EXPORT_OPENING_H

#include "api/export_walk.h"
#include "base/json.h"
#include "rookery/pgn.h"

/* Writes the tags ECO and Opening, unless an imported game already has them or the opening is
 * unknown. Only moves that may be shown count. */
void export_opening_tags(const struct exported_game *exported, rk_pgn_writer *writer);

/* Writes the field "opening": {"eco","name","ply"}, or nothing. */
void export_opening_json(const struct exported_game *exported, struct json *json);

/* Whether the opening's name contains a text, or its ECO code begins with it, ignoring case. */
bool export_opening_matches(const struct exported_game *exported, const char *text);

#endif
