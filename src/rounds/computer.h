/* SPDX-License-Identifier: MIT */
/* The engine's side of a game: it is asked for a move where it is its turn, answers
 * draw offers, and resigns when it cannot play. What it does goes the way of every
 * player's commands. */
#ifndef ROUNDS_COMPUTER_H
#define ROUNDS_COMPUTER_H

#include "rounds/roundstate.h"

/* Looks what there is to do for it, if it plays here; nothing of the game is under way. */
void computer_settle(struct round *round);
void computer_end(struct round *round); /* the round is: what is still thought is for nobody */

#endif
