/* SPDX-License-Identifier: MIT */
/* Writes games as PGN and as the API's JSON. */
#ifndef API_EXPORT_H
#define API_EXPORT_H

#include "rounds/replay.h"

struct export_flags {
    bool moves, tags, clocks;
    bool literate;     /* a comment after the moves says how the game ended */
    bool pgn_in_json;  /* include the PGN */
    bool last_fen;     /* JSON: the position after the last move */
    bool exact_clocks; /* hundredths of a second, and the time for each move */
};

/* A game to write; all borrowed. */
struct exported_game {
    const struct game_info *info;
    const rk_game *game;
    const struct journal *journal;      /* for the clocks after each move */
    const struct rating_result *rating; /* how it changed the ratings; NULL: not known */
    size_t plies;                       /* how many to write; SIZE_MAX: all */
    const struct fields *head;          /* of an imported game: has its tags; otherwise NULL */
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

/* One move of a game. */
struct exported_ply {
    const rk_position *before;
    const rk_action *action;
    size_t index;              /* of the action in the game */
    const struct event *entry; /* its entry of the log, with the clocks; NULL if missing */
};

/* Goes through the moves that may be shown. Initialise it with the game and zeros. */
struct export_walk {
    const struct exported_game *exported;
    size_t action, entry, plies;
};
bool export_next_ply(struct export_walk *walk, struct exported_ply *out); /* false after the last */

/* The number of plies that a viewer may see. Spectators of a running game do not see the last
 * three, but always the first five. SIZE_MAX: all. */
size_t export_visible_plies(const rk_game *game, bool is_player);

#endif
