/* SPDX-License-Identifier: MIT */
/* Games for reading: PGN and the API's JSON. */
#ifndef SERVER_EXPORT_H
#define SERVER_EXPORT_H

#include "server/round.h"

struct export_flags {
    bool moves, tags, clocks, evals, opening, literate, pgn_in_json, exact_clocks;
};

/* `plies` SIZE_MAX: all; else only so many, as of a game that goes on. */
void export_pgn(const struct server *server, const struct head *head, const rk_game *game,
                size_t plies, const struct export_flags *flags, struct buffer *out);
void export_json(const struct server *server, const struct head *head, const rk_game *game,
                 size_t plies, const struct export_flags *flags, struct buffer *out);

/* How many plies of a running game others may see: all but the last three, after
 * the first five. */
size_t export_visible_plies(const rk_game *game, bool is_player);

#endif
