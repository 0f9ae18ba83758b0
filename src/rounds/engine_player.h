/* SPDX-License-Identifier: MIT */
/* The engine as a player: it moves when it is its turn, answers draw offers, and resigns when it
 * cannot play. Everything it does is a command like any player's. */
#ifndef ROUNDS_ENGINE_PLAYER_H
#define ROUNDS_ENGINE_PLAYER_H

#include "rounds/round_internal.h"

/* Does what the engine has to do next, if it plays in this game. The round is not busy. */
void engine_player_continue(struct round *round);
void engine_player_stop(struct round *round); /* the round ends */

#endif
