/* SPDX-License-Identifier: MIT */
/* Public game streams: the positions of one game, the games between some users, and games by id.
 * This module listens to all games and passes them to the open streams. */
#ifndef API_GAME_STREAMS_H
#define API_GAME_STREAMS_H

#include "core/state.h"

RK_MUST_USE rk_err game_streams_create(struct server *server); /* after the rounds */
void game_streams_destroy(struct server *server);              /* after the exchanges */

#endif
