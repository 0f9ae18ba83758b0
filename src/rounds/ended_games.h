/* SPDX-License-Identifier: MIT */
/* Reports games that have ended on any node to the listeners of all nodes, once each
 * (game_listener.h). The node that ran a game notifies the others, which read it from the store
 * unless they follow it. Messages may be lost, so each node also searches the store for ended games
 * that were not reported. */
#ifndef ROUNDS_ENDED_GAMES_H
#define ROUNDS_ENDED_GAMES_H

#include "core/state.h"

struct round;

RK_MUST_USE rk_err ended_games_create(struct server *server); /* after the rounds */
void ended_games_destroy(struct server *server);

/* Call when a game of this node is over and on disk: notifies the local listeners and the other
 * nodes. */
void ended_games_publish(struct round *round);

#endif
