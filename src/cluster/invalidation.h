/* SPDX-License-Identifier: MIT */
/* Notifies all nodes that something has changed in the store, so that they reload what they cache
 * of it. A message names what has changed and not the new value, so a message that is duplicated,
 * late or out of order does no harm.
 *
 * Messages may be lost. So on_all_invalid() is called when the bus detects that it has missed
 * messages, and periodically (invalidations.def). */
#ifndef CLUSTER_INVALIDATION_H
#define CLUSTER_INVALIDATION_H

#include "cluster/invalidation_message.h"
#include "core/state.h"

RK_MUST_USE rk_err invalidations_create(struct server *server);
void invalidations_destroy(struct server *server);

/* Call it when the change is on disk. The listeners of this node are called before it returns. The
 * key has at most MAP_KEY_MAX bytes. */
void invalidation_publish(struct server *server, enum invalidation_kind kind, const char *key);

struct invalidation_listener {
    struct list node;
    struct server *server; /* set by invalidation_listen() */
    enum invalidation_kind kind;
    void (*on_invalid)(struct invalidation_listener *listener, const char *key);
    /* Anything of that kind may have changed. Never called if there are no other nodes. */
    void (*on_all_invalid)(struct invalidation_listener *listener);
};
/* A listener may not be removed while it is called. */
void invalidation_listen(struct server *server, struct invalidation_listener *listener);

#endif
