/* SPDX-License-Identifier: MIT */
/* Modules that follow all games of this server, such as TV. To follow one game, see round_watch.h.
 */
#ifndef ROUNDS_GAME_LISTENER_H
#define ROUNDS_GAME_LISTENER_H

#include "core/state.h"

struct round;

/* Its functions may be NULL. They are called when the event is on disk and the players know it.
 * They must not change the game. */
struct game_listener {
    struct list node;
    void (*started)(struct game_listener *listener, struct round *round);
    void (*moved)(struct game_listener *listener, struct round *round); /* not the last move */
    void (*ended)(struct game_listener *listener, struct round *round);
};

/* Listens until the rounds of the server are destroyed. */
void game_listen(struct server *server, struct game_listener *listener);

/* For rounds/. */
void game_listeners_started(struct round *round);
void game_listeners_moved(struct round *round);
void game_listeners_ended(struct round *round);

#endif
