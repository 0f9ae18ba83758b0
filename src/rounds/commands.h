/* SPDX-License-Identifier: MIT */
/* What a player may do in a game, by the rules of online play, and what follows from it at once. */
#ifndef ROUNDS_COMMANDS_H
#define ROUNDS_COMMANDS_H

#include "rounds/round_internal.h"

/* Executes a command that came at `at`: starts to commit it, or answers why it is refused. The
 * round is not writing anything. */
void command_execute(struct round *round, const struct command *command, int64_t at,
                     reply_callback *callback, void *context);

#endif
