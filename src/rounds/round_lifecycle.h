/* SPDX-License-Identifier: MIT */
/* Creates and destroys rounds. */
#ifndef ROUNDS_ROUND_LIFECYCLE_H
#define ROUNDS_ROUND_LIFECYCLE_H

#include "rounds/round_internal.h"

/* Makes a round; it is in no list yet. Takes the journal and the game, also on failure: NULL if out
 * of memory. */
struct round *round_create(struct server *server, const struct game_info *info,
                           struct journal *taken, rk_game *taken_game);
void round_destroy(struct round *round); /* nothing of it is being written */

/* Adds it to the server's rounds; false: out of memory, and it is destroyed. */
RK_MUST_USE bool round_register(struct round *round);
void round_unregister(struct round *round); /* and destroys it */

#endif
