/* SPDX-License-Identifier: MIT */
/* Executes the commands of players and spectators, according to the rules of online play. */
#ifndef ROUNDS_COMMANDS_H
#define ROUNDS_COMMANDS_H

#include "rounds/round_internal.h"

/* Executes a command received at `at`: starts to commit it, or replies with the reason for refusing
 * it. The round must not be writing anything. */
void command_execute(struct round *round, const struct command *command, int64_t at,
                     reply_callback *callback, void *context);

#endif
