/* SPDX-License-Identifier: MIT */
/* Announces the number of the last update, so that its loss is detected. If the last update of a
 * game is lost, no later one reveals the gap. So when a game has sent no update for a second, its
 * owner sends the number of the last one to the nodes that follow the game. Each node gets those of
 * all such games in one message. */
#ifndef ROUNDS_LAST_UPDATES_H
#define ROUNDS_LAST_UPDATES_H

#include "rounds/round_internal.h"

void last_updates_init(struct rounds *rounds);
void last_updates_fini(struct server *server);

/* An update was just sent. */
void last_updates_add(struct round *round);
/* Nobody follows the game any more. */
void last_updates_remove(struct round *round);

#endif
