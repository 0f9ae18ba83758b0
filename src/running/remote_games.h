/* SPDX-License-Identifier: MIT */
/* Brings games that other nodes run into memory, so that rounds_list() has them. */
#ifndef RUNNING_REMOTE_GAMES_H
#define RUNNING_REMOTE_GAMES_H

#include "core/state.h"

RK_MUST_USE rk_err remote_games_create(struct server *server); /* after the node summaries */
void remote_games_destroy(struct server *server);

typedef void remote_games_opened(void *context);

/* Opens the running games of an account that are not in memory; then rounds_list() has them all.
 * Calls back once: at once without other nodes, later otherwise, and not after the server was
 * destroyed. Games of guests are not found: only those that they open. */
void remote_games_open_of_account(struct server *server, const char *id,
                                  remote_games_opened *callback, void *context);

/* Opens these games, finished ones, too; then rounds_find() has them. Calls back once: at once if
 * all are in memory. */
void remote_games_open_listed(struct server *server, const char *const *ids, size_t count,
                              remote_games_opened *callback, void *context);

/* The same for the newest public games of all nodes, and the best ones of the channels of TV. */
void remote_games_open_public(struct server *server, remote_games_opened *callback, void *context);

#endif
