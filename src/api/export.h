/* SPDX-License-Identifier: MIT */
/* Writes games as PGN and as the API's JSON. */
#ifndef API_EXPORT_H
#define API_EXPORT_H

#include "api/export_walk.h"

struct export_flags {
    bool moves, tags, clocks;
    bool opening;      /* its code and name, if it is known */
    bool literate;     /* a comment after the moves says how the game ended */
    bool pgn_in_json;  /* include the PGN */
    bool last_fen;     /* JSON: the position after the last move */
    bool exact_clocks; /* hundredths of a second, and the time for each move */
};

/* Appends one game. PGN has an empty line between tags and moves, and ends with two; JSON is one
 * object on one line, without a newline. */
void export_pgn(const struct server *server, const struct exported_game *exported,
                const struct export_flags *flags, struct buffer *out);
void export_json(const struct server *server, const struct exported_game *exported,
                 const struct export_flags *flags, struct buffer *out);

/* Writes the fields of a player into an open object: "user" or "name" or "aiLevel", and "rating".
 */
void export_player(const struct game_info *info, rk_side side, struct json *json);

#endif
