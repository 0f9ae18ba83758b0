/* SPDX-License-Identifier: MIT */
/* The last update of a game may be lost without anybody noticing: no later one shows the gap. So
 * when a game has been silent for a second, its owner tells the nodes that follow it which update
 * was the last. All such games go in one message to each node. */
#ifndef ROUNDS_UPDATE_REPEATS_H
#define ROUNDS_UPDATE_REPEATS_H

#include "rounds/round_internal.h"

void update_repeats_init(struct rounds *rounds);
void update_repeats_fini(struct server *server);

/* An update was just sent. */
void update_repeats_add(struct round *round);
/* Nobody follows the game any more. */
void update_repeats_remove(struct round *round);

#endif
