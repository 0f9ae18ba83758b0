/* SPDX-License-Identifier: MIT */
/* The games of a player who goes on vacation or comes back. */
#ifndef ROUNDS_VACATION_GAMES_H
#define ROUNDS_VACATION_GAMES_H

#include "core/state.h"

/* Stops or restarts their clocks, and notifies the watchers. */
void vacation_games_update(struct server *server, const char *account, bool on);

#endif
