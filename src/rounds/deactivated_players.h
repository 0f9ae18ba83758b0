/* SPDX-License-Identifier: MIT */
/* Ends the games of accounts that are closed or banned: their players will not return. */
#ifndef ROUNDS_DEACTIVATED_PLAYERS_H
#define ROUNDS_DEACTIVATED_PLAYERS_H

#include "core/state.h"

/* Begins to listen for accounts that are closed or banned. */
void deactivated_players_listen(struct server *server);

#endif
