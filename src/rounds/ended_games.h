/* SPDX-License-Identifier: MIT */
/* Games that have ended, on any node: the listeners of all nodes hear of each of them once
 * (game_listener.h). A node tells the others which of its games has ended, and they read it from
 * the store, unless they follow it and have its end. Such messages may be lost, so each node also
 * looks for games that it has not heard of.
 */
#ifndef ROUNDS_ENDED_GAMES_H
#define ROUNDS_ENDED_GAMES_H

#include "core/state.h"

struct round;

RK_MUST_USE rk_err ended_games_create(struct server *server); /* after the rounds */
void ended_games_destroy(struct server *server);

/* A game of this node is over and on disk: tells the listeners here and the other nodes. */
void ended_games_tell(struct round *round);

#endif
