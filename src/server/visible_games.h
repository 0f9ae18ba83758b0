/* SPDX-License-Identifier: MIT */
/* Games to look at, wherever they are: in play, or rows of the store. */
#ifndef SERVER_VISIBLE_GAMES_H
#define SERVER_VISIBLE_GAMES_H

#include "rounds/rounds.h"
#include "server/export.h"

/* Called with a game that `viewer` may see, borrowed for the call. Of a running
 * one only the plies are shown that he may see in a record. */
typedef void visible_game_visitor(void *context, const struct exported *exported);

/* All of these are false, and the visitor is not called, if there is no such game,
 * if it is private and not the viewer's own, or if its log cannot be read (then the
 * operator's log says so). `viewer` is an identity's id, "" for nobody. */
bool visible_game_from_round(const struct round *round, const char *viewer,
                             visible_game_visitor *visit, void *context);

/* One of the rows of STORE_GAME, STORE_GAMES_OF or STORE_GAMES_FROM that the job has
 * come to; a game that goes on is looked up in memory. */
bool visible_game_from_row(struct server *server, struct store_job *job, const char *viewer,
                           visible_game_visitor *visit, void *context);

/* Looks for a game in the store. `row` is a job at its row; NULL: there is none, or the
 * outcome says that it could not be looked for. If the server ends first, `then` is
 * not called. */
typedef void stored_game_found(void *context, struct store_job *row, enum store_outcome outcome);
void stored_game_find(struct server *server, const char *id, stored_game_found *then,
                      void *context);

#endif
