/* SPDX-License-Identifier: MIT */
/* Sends games as PGN or as lines of JSON, as the request asks for. */
#ifndef API_GAMES_H
#define API_GAMES_H

#include "http/exchange.h"

/* Responds with the games of these ids that the caller may see; an empty one ends them. Takes
 * ownership of the ids. */
void games_send(struct exchange *exchange, char (*taken_ids)[GAME_ID_SIZE + 1]);

#endif
