/* SPDX-License-Identifier: MIT */
/* Commands about time. */
#ifndef ROUNDS_CLOCK_COMMANDS_H
#define ROUNDS_CLOCK_COMMANDS_H

#include "rounds/execution.h"

void execute_flag(struct execution *exec);     /* calls the flag of the player to move */
void execute_add_time(struct execution *exec); /* gives time to the opponent */
void execute_start_clock(struct execution *exec);

#endif
