/* SPDX-License-Identifier: MIT */
#include "moderation/broadcasts.h"

#include "moderation/moderation_state.h"

void broadcasts_listen(struct server *server, struct broadcast_listener *listener)
{
    list_add(&server->moderation->listeners, &listener->node);
}

#define EACH_LISTENER(server, listener)                                          \
    for (struct list *node = (server)->moderation->listeners.next;               \
         node != &(server)->moderation->listeners &&                             \
         ((listener) = LIST_OWNER(node, struct broadcast_listener, node), true); \
         node = node->next)

void broadcast_announced(struct server *server, const struct announcement *announcement)
{
    const struct broadcast_listener *listener;
    EACH_LISTENER(server, listener)
    listener->on_announced(server, announcement);
}

void broadcast_withdrawn(struct server *server, int64_t announcement)
{
    const struct broadcast_listener *listener;
    EACH_LISTENER(server, listener)
    listener->on_withdrawn(server, announcement);
}

void broadcast_restart(struct server *server)
{
    const struct broadcast_listener *listener;
    EACH_LISTENER(server, listener)
    listener->on_restart_planned(server);
}

void broadcast_blocked(struct server *server)
{
    const struct broadcast_listener *listener;
    EACH_LISTENER(server, listener)
    listener->on_blocked(server);
}
