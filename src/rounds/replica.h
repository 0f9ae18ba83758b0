/* SPDX-License-Identifier: MIT */
/* A replica: a round whose game another node runs. It is read from the store and kept up to date by
 * the owner's updates, so that people connected to this node follow the game as if it ran here.
 * Their commands are forwarded to the owner.
 *
 * Updates may be lost, duplicated and late. Each contains the version of the game, so gaps are
 * detected, and the replica requests what is missing. It also reports to the owner who is connected
 * here: when that changes, and periodically, because messages may be lost. */
#ifndef ROUNDS_REPLICA_H
#define ROUNDS_REPLICA_H

#include "rounds/round_internal.h"

RK_MUST_USE rk_err replicas_create(struct server *server);
void replicas_destroy(struct server *server); /* when there are no more rounds */

/* Makes a replica of a registered round. RK_NOT_NOW: there is no bus that connects the nodes. */
RK_MUST_USE rk_err replica_create(struct round *round);

/* This node runs the game from now on: takes what the store has. The caller continues the game. */
void replica_promote(struct round *round, struct journal *taken, rk_game *taken_game);
/* Another node runs the game from now on. False: it has no watchers here, there is no bus, or out
 * of memory; the caller drops the round. */
bool replica_demote(struct round *round);

#endif
