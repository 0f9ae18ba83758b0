/* SPDX-License-Identifier: MIT */
/* Marks name the last update of a game. If that update is lost, no later one reveals the gap. So
 * when a game has sent no update for a second, its owner sends a mark to the nodes that follow it.
 * Each node gets the marks of all such games in one message. */
#ifndef ROUNDS_UPDATE_MARKS_H
#define ROUNDS_UPDATE_MARKS_H

#include "rounds/round_internal.h"

void update_marks_init(struct rounds *rounds);
void update_marks_fini(struct server *server);

/* An update was just sent. */
void update_marks_add(struct round *round);
/* Nobody follows the game any more. */
void update_marks_remove(struct round *round);

#endif
