/* SPDX-License-Identifier: MIT */
/* Writes games as PGN and as the API's JSON. */
#ifndef API_EXPORT_H
#define API_EXPORT_H

#include "api/export_walk.h"

struct export_flags {
    bool moves, tags, clocks;
    bool opening;      /* its code and name, if it is known */
    bool evaluations;  /* of the positions, and the judgements of the moves, if it was reviewed */
    bool accuracy;     /* JSON: that of the players in percent, if it was reviewed */
    bool literate;     /* a comment after the moves says how the game ended, and with evaluations
                          one after each error what is wrong */
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

/* Appends what the engine needs for a review of the game: moves, clocks and the start, no names. */
void export_pgn_for_review(const struct exported_game *exported, struct buffer *out);

/* Writes the fields of a player into an open object: "user" or "name" or "aiLevel", and "rating".
 */
void export_player(const struct game_info *info, rk_side side, struct json *json);

#endif
