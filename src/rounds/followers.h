/* SPDX-License-Identifier: MIT */
/* The other nodes that follow a game run by this node: each has clients of the game and a replica
 * of it (replica.h). Players connected there count as present, like those on this node. */
#ifndef ROUNDS_FOLLOWERS_H
#define ROUNDS_FOLLOWERS_H

#include "rounds/round_internal.h"

/* Handles a node's report about its clients; ignores one that is older than the last. */
void followers_set_report(struct round *round, uint64_t node, const struct watcher_report *report);

/* Forgets a node that has left, in all games. */
void followers_drop_node(struct server *server, uint64_t node);
/* Forgets nodes that have not reported for a minute. */
void followers_sweep(struct server *server);

#endif
