/* SPDX-License-Identifier: MIT */
/* The interface between presence.c and presence_replication.c: local changes to publish, and the
 * state received from other nodes. */
#ifndef ACCOUNTS_PRESENCE_INTERNAL_H
#define ACCOUNTS_PRESENCE_INTERNAL_H

#include "accounts/identity.h"
#include "core/state.h"

/* A user on this node whose state is not known to the other nodes yet. */
struct presence_change {
    struct identity who;
    bool online, away;
};

/* Takes the next change, which counts as known to the other nodes from then on. False: there is
 * none. */
bool presence_take_change(struct server *server, struct presence_change *out);
/* Adds users who have become away by being idle to the changes. */
void presence_detect_idle(struct server *server);
/* Iterates over the people who are online on this node, as presence_next(); they count as known. */
bool presence_next_local(struct server *server, size_t *at, struct presence_change *out);

/* Other nodes, by their indices (cluster/replication.h). */
enum { PRESENCE_PEERS_MAX = 32 };
/* The other nodes where a user is online: a bit for each. */
uint32_t presence_peers(const struct server *server, const char *who);
void presence_set_remote(struct server *server, unsigned peer,
                         const struct presence_change *change);
/* A snapshot of a node: between these two calls, all users who are online there are set; the second
 * call removes the others. */
void presence_begin_snapshot(struct server *server, unsigned peer);
void presence_end_snapshot(struct server *server, unsigned peer);

#endif
