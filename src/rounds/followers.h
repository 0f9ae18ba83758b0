/* SPDX-License-Identifier: MIT */
/* The other nodes that follow a game which this node runs: each has connections of people, and a
 * copy of the game (replica.h). Their people count as present like those on this node. */
#ifndef ROUNDS_FOLLOWERS_H
#define ROUNDS_FOLLOWERS_H

#include "rounds/round_internal.h"

/* What a node says about its people; one that is older than what is known is ignored. */
void followers_set_audience(struct round *round, uint64_t node, const struct audience *audience);

/* Forgets a node that has left in all games, or those that have been silent for long. */
void followers_drop_node(struct server *server, uint64_t node);
void followers_sweep(struct server *server);

#endif
