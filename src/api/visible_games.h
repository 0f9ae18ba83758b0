/* SPDX-License-Identifier: MIT */
/* Access to the games that a viewer may see, running or stored. */
#ifndef API_VISIBLE_GAMES_H
#define API_VISIBLE_GAMES_H

#include "api/export.h"
#include "rounds/rounds.h"

/* Called with a game that `viewer` may see, borrowed for the call. For a running game, `plies` is
 * limited to what the viewer may see. */
typedef void visible_game_visitor(void *context, const struct exported_game *exported);

/* Both return false, and don't call the visitor, if the game does not exist, is private and not the
 * viewer's own, or cannot be read (which is logged). `viewer` is an identity's id, "" for nobody.
 */
bool visible_game_from_round(const struct round *round, const char *viewer,
                             visible_game_visitor *visit, void *context);

/* The job's current row of STORE_GAME, STORE_REVIEWED_GAME, STORE_GAMES_NEWEST_FIRST or
 * STORE_GAMES_OLDEST_FIRST. A running game is looked up in memory: gather those
 * of other nodes first (running/remote_games.h). */
bool visible_game_from_row(struct server *server, struct store_job *job, const char *viewer,
                           visible_game_visitor *visit, void *context);

/* Whether the game of such a row has not ended, and its id, which is borrowed from the job. */
bool visible_game_is_running(const struct store_job *row);
const char *visible_game_id(const struct store_job *row);

/* The stored review in the current row, as it is, borrowed from the job; NULL if it has none. It
 * may be damaged: exported_game.review is what could be read. */
const char *visible_game_review(const struct store_job *job, size_t *out_size);

/* Reads a game with its review from the store. `row` is the job, at the game's row; NULL if there
 * is none, or if the outcome says that the read failed. If the server is destroyed first, `then` is
 * not called. */
typedef void stored_game_found(void *context, struct store_job *row, enum store_outcome outcome);
void stored_game_find(struct server *server, const char *id, stored_game_found *then,
                      void *context);

#endif
