/* SPDX-License-Identifier: MIT */
/* Games against the server's engine. They start immediately and are never rated. */
#ifndef LOBBY_ENGINE_GAMES_H
#define LOBBY_ENGINE_GAMES_H

#include "lobby/pairing.h"

RK_MUST_USE rk_err engine_games_create(struct server *server);
void engine_games_destroy(struct server *server);

/* A new game; borrowed for the call. */
struct engine_game_params {
    const struct identity *who;
    const char *address;
    int64_t level;                        /* 1 to ENGINE_LEVELS; anything else is refused */
    const struct game_settings *settings; /* side_choice is the side of `who` */
    const char *rematch_of;               /* NULL: it is not a rematch */
};

/* Checks level and settings. Returns NULL, or what is wrong (static storage), and sets `where` to
 * the API's name of the field. */
const char *engine_game_fault(const struct engine_game_params *params, const char **where);

/* Called once, when the game is on disk: the round, borrowed, or NULL if it was refused. Not called
 * after the server was destroyed. */
typedef void engine_game_callback(void *context, const struct reply *reply, struct round *round);

/* Starts a game. Refused if there is no engine, if it or the player has too many games, or if the
 * player starts games too often. */
void engine_game_start(struct server *server, const struct engine_game_params *params,
                       engine_game_callback *callback, void *context);

#endif
