/* SPDX-License-Identifier: MIT */
/* Games against the server's engine: they begin at once, and are never rated. */
#ifndef LOBBY_ENGINE_GAMES_H
#define LOBBY_ENGINE_GAMES_H

#include "lobby/pairing.h"

RK_MUST_USE rk_err engine_games_create(struct server *server);
void engine_games_destroy(struct server *server);

/* What somebody wants; borrowed for the call. */
struct engine_game_params {
    const struct identity *who;
    const char *address;
    int64_t level;                        /* 1 to ENGINE_LEVELS; others are refused */
    const struct game_settings *settings; /* side_choice is that of `who` */
    const char *rematch_of;               /* NULL: it is none */
};

/* What came of it, once, when the game is on disk: the round, borrowed; NULL if it was
 * refused. Not called if the server ends first. */
typedef void engine_game_callback(void *context, const struct reply *reply, struct round *round);

/* Begins the game. Refused where there is no engine, where it or the player has as many
 * games as may be at once, or too often. */
void engine_game_start(struct server *server, const struct engine_game_params *wanted,
                       engine_game_callback *callback, void *context);

#endif
