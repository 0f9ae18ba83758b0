/* SPDX-License-Identifier: MIT */
/* Games for reading: PGN and the API's JSON. */
#ifndef SERVER_EXPORT_H
#define SERVER_EXPORT_H

#include "rounds/replay.h"

struct export_flags {
    bool moves, tags, clocks;
    bool literate;     /* how it ended, as a sentence behind the moves */
    bool pgn_in_json;  /* the PGN too */
    bool exact_clocks; /* to the hundredth, and what each move took */
};

/* A game to be written; nothing of it is owned. */
struct exported {
    const struct game_info *info;
    const rk_game *game;
    const struct journal *journal; /* the clocks after each move come from it */
    size_t plies;                  /* SIZE_MAX: all; else only so many, as of a game that goes on */
};

/* Appends one game. PGN ends with two empty lines and has one other, between tags
 * and moves; JSON is one object on one line, without an end of line. */
void export_pgn(const struct server *server, const struct exported *exported,
                const struct export_flags *flags, struct buffer *out);
void export_json(const struct server *server, const struct exported *exported,
                 const struct export_flags *flags, struct buffer *out);

/* How many plies of a running game others may see: all but the last three, after
 * the first five. SIZE_MAX: all. */
size_t export_visible_plies(const rk_game *game, bool is_player);

#endif
