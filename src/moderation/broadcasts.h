/* SPDX-License-Identifier: MIT */
/* Broadcasts of moderation to all connections, which listen for them. */
#ifndef MODERATION_BROADCASTS_H
#define MODERATION_BROADCASTS_H

#include "base/list.h"
#include "core/state.h"
#include "moderation/announcement.h"

struct broadcast_listener {
    struct list node;
    void (*on_announced)(struct server *server, const struct announcement *announcement);
    void (*on_withdrawn)(struct server *server, int64_t announcement);
    void (*on_restart_planned)(struct server *server); /* or cancelled, or some time has passed */
    void (*on_blocked)(struct server *server);         /* the blocked addresses have changed */
};

void broadcasts_listen(struct server *server, struct broadcast_listener *listener);

/* Call that function of each listener. */
void broadcast_announced(struct server *server, const struct announcement *announcement);
void broadcast_withdrawn(struct server *server, int64_t announcement);
void broadcast_restart(struct server *server);
void broadcast_blocked(struct server *server);

#endif
