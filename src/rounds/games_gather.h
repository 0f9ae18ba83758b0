/* SPDX-License-Identifier: MIT */
/* Brings games that other nodes run into memory, so that rounds_list() has them. */
#ifndef ROUNDS_GAMES_OF_PERSON_H
#define ROUNDS_GAMES_OF_PERSON_H

#include "core/state.h"

typedef void games_gathered(void *context);

/* Opens the running games of an account that are not in memory; then rounds_list() has them all.
 * Calls back once: at once without other nodes, later otherwise, and not after the server was
 * destroyed. Games of guests are not found: only those that they open. */
void games_gather(struct server *server, const char *id, games_gathered *callback, void *context);

/* Opens these games, finished ones, too; then rounds_find() has them. Calls back once: at once if
 * all are in memory. */
void games_gather_listed(struct server *server, const char *const *ids, size_t count,
                         games_gathered *callback, void *context);

/* The same for the newest public games of all nodes, and the best ones of the channels of TV. */
void games_gather_public(struct server *server, games_gathered *callback, void *context);

#endif
