/* SPDX-License-Identifier: MIT */
/* Writes the games of a database. */
#ifndef EXPLORER_GAME_EXPORT_H
#define EXPLORER_GAME_EXPORT_H

#include "base/json.h"
#include "explorer/database.h"

/* Appends a game as PGN; a game of a corrupt file ends before its first illegal move. */
void game_export_pgn(const struct database *database, uint32_t number, struct buffer *out);

/* Appends a game as a JSON object: id, players, event, date, ECO code, opening, result and moves in
 * UCI. */
void game_export_json(const struct database *database, uint32_t number, struct buffer *out);

/* Appends a line: number, result, year, ECO code and players with their ratings. */
void game_export_line(const struct database *database, uint32_t number, struct buffer *out);

/* "1-0"; "*" if it is unknown. */
const char *game_result_text(const struct database_game *game);

/* "white" or "black"; NULL for a draw or an unknown result. */
const char *game_winner(const struct database_game *game);

/* A member `side` with the name and the rating of a player. */
void game_json_player(struct json *json, const struct database *database, const char *side,
                      uint32_t name, unsigned rating);

#endif
