/* SPDX-License-Identifier: MIT */
/* Games as the streams of the API show them: objects and positions. All functions append one JSON
 * object without a newline. */
#ifndef API_GAME_JSON_H
#define API_GAME_JSON_H

#include "api/export.h"

struct round;

/* The game of /api/stream/game, with the position after the plies that may be shown. */
void game_json_stream(const struct exported_game *exported, struct buffer *out);

/* One position of that stream: {"fen","lm","wc","bc"} after the move. */
void game_json_position(const struct exported_game *exported, const struct exported_ply *ply,
                        struct buffer *out);

/* The position a running game has now. The clocks are running; they are whole seconds. */
void game_json_current(const struct round *round, struct json *json);

/* A game of /api/stream/games-by-users: without moves, with the number of its status. */
void game_json_summary(const struct round *round, struct buffer *out);

#endif
