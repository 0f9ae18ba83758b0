/* SPDX-License-Identifier: MIT */
/* A replica: a round whose game another node runs. It is read from the store and kept up to date by
 * the owner's updates, so that people connected to this node follow the game as if it ran here.
 * What they do goes to the owner.
 *
 * Updates may be lost, duplicated and late. Each has the version of the game, so a gap shows; then
 * the replica asks the owner for what it lacks. It also tells the owner who is connected here: when
 * that changes, and now and then, because messages may be lost. */
#ifndef ROUNDS_REPLICA_H
#define ROUNDS_REPLICA_H

#include "rounds/round_internal.h"

RK_MUST_USE rk_err replicas_create(struct server *server);
void replicas_destroy(struct server *server); /* when there are no more rounds */

/* Makes a replica of a registered round. RK_NOT_NOW: there is no bus that connects the nodes. */
RK_MUST_USE rk_err replica_create(struct round *round);

/* This node runs the game from now on: takes what the store has. The caller continues the game. */
void replica_promote(struct round *round, struct journal *taken, rk_game *taken_game);
/* Another node runs the game from now on. False: nobody follows it here, there is no bus, or memory
 * has run out; the caller drops the round. */
bool replica_demote(struct round *round);

#endif
