/* SPDX-License-Identifier: MIT */
#include "rounds/game_listener.h"

#include "rounds/round_internal.h"

void game_listen(struct server *server, struct game_listener *listener)
{
    list_add(&server->rounds->listeners, &listener->node);
}

static struct game_listener *next_listener(const struct server *server, struct list **at)
{
    *at = (*at)->next;
    return *at == &server->rounds->listeners ? NULL : LIST_OWNER(*at, struct game_listener, node);
}

void game_listeners_started(struct round *round)
{
    struct list *at = &round->server->rounds->listeners;
    for (struct game_listener *listener; (listener = next_listener(round->server, &at));)
        if (listener->started)
            listener->started(listener, round);
}

void game_listeners_started_remotely(struct server *server, const struct running_game *game)
{
    struct list *at = &server->rounds->listeners;
    for (struct game_listener *listener; (listener = next_listener(server, &at));)
        if (listener->started_remotely)
            listener->started_remotely(listener, game);
}

void game_listeners_moved(struct round *round)
{
    struct list *at = &round->server->rounds->listeners;
    for (struct game_listener *listener; (listener = next_listener(round->server, &at));)
        if (listener->moved)
            listener->moved(listener, round);
}

void game_listeners_ended(struct round *round)
{
    struct list *at = &round->server->rounds->listeners;
    for (struct game_listener *listener; (listener = next_listener(round->server, &at));)
        if (listener->ended)
            listener->ended(listener, round);
}
