/* SPDX-License-Identifier: MIT */
/* A move of a player, with its lag compensation, a draw offer, and the draws that nobody has to
 * claim. */
#ifndef ROUNDS_MOVE_COMMAND_H
#define ROUNDS_MOVE_COMMAND_H

#include "rounds/execution.h"

void execute_move(struct execution *exec);

#endif
