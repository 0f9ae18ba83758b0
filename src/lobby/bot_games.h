/* SPDX-License-Identifier: MIT */
/* Bots may play a limited number of games a day against each other. A restart does not reset the
 * count: the games of the last day are read from the store. */
#ifndef LOBBY_BOT_GAMES_H
#define LOBBY_BOT_GAMES_H

#include "accounts/identity.h"
#include "core/state.h"
#include "rounds/command.h"

RK_MUST_USE rk_err bot_games_create(struct server *server); /* starts to count */
bool bot_games_ready(const struct server *server);
void bot_games_destroy(struct server *server);

/* Whether the two may play. If one of them is a bot that has reached the limit against bots, this
 * returns false, and `reply` says which one and for how long. */
bool bot_game_is_allowed(struct server *server, const struct identity *own,
                         const struct identity *other, struct reply *reply);
/* Counts a game that starts. */
void bot_game_count(struct server *server, const struct identity *own,
                    const struct identity *other);

#endif
