/* SPDX-License-Identifier: MIT */
/* Games to look at, wherever they are: in play, or rows of the store. */
#ifndef SERVER_ARCHIVE_H
#define SERVER_ARCHIVE_H

#include "rounds/round.h"
#include "server/export.h"

/* Called with a game that `viewer` may see, borrowed for the call. Of a running
 * one only the plies are shown that he may see in a record. */
typedef void archive_visitor(void *context, const struct exported *exported);

/* All of these are false, and the visitor is not called, if there is no such game,
 * if it is private and not the viewer's own, or if its log cannot be read (then the
 * operator's log says so). `viewer` is an identity's id, "" for nobody. */
bool archive_visit_round(const struct round *round, const char *viewer, archive_visitor *visit,
                         void *context);

/* One of the rows of STORE_GAME, STORE_GAMES_OF or STORE_GAMES_FROM that the job has
 * come to; a game that goes on is looked up in memory. */
bool archive_visit_row(struct server *server, struct store_job *job, const char *viewer,
                       archive_visitor *visit, void *context);

/* Looks for a game in the store. `row` is a job at its row; NULL: there is none, or the
 * outcome says that it could not be looked for. If the server ends first, `then` is
 * not called. */
typedef void archive_found(void *context, struct store_job *row, enum store_outcome outcome);
void archive_find(struct server *server, const char *id, archive_found *then, void *context);

#endif
