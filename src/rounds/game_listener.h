/* SPDX-License-Identifier: MIT */
/* Listeners for all games, used by modules such as TV. They are called at the end of every game,
 * even if another node runs it, and for the moves of games that this node has in memory. To follow
 * one game, see round_watch.h. */
#ifndef ROUNDS_GAME_LISTENER_H
#define ROUNDS_GAME_LISTENER_H

#include "core/state.h"

struct round;

struct running_game;

/* Its functions may be NULL. They are called when the event is on disk and was sent to the players.
 * They must not change the game. */
struct game_listener {
    struct list node;
    void (*started)(struct game_listener *listener, struct round *round); /* on this node */
    /* Another node runs it: it started there, or its shard has moved there. */
    void (*started_remotely)(struct game_listener *listener, const struct running_game *game);
    void (*moved)(struct game_listener *listener, struct round *round); /* not the last move */
    /* Once for each game. One that another node has run is in memory for the call only. */
    void (*ended)(struct game_listener *listener, struct round *round);
};

/* Listens until list_remove(&listener->node). */
void game_listen(struct server *server, struct game_listener *listener);

/* For rounds/ and running/. */
void game_listeners_started(struct round *round);
void game_listeners_started_remotely(struct server *server, const struct running_game *game);
void game_listeners_moved(struct round *round);
void game_listeners_ended(struct round *round);

#endif
