/* SPDX-License-Identifier: MIT */
/* The lobby in a cluster. One node owns it: only this node has seeks, pools, challenges and bulk
 * pairings, and executes all lobby commands (server/relay.h forwards them). The other nodes have a
 * replica of the public part, the open seeks and the sizes of the pools, so that lobby_watch() and
 * pools_watch() work on every node.
 *
 * The owner publishes what has changed every half second, with a sequence number. A node that finds
 * a gap, or may have missed something, asks for a snapshot. */
#ifndef LOBBY_LOBBY_REPLICA_H
#define LOBBY_LOBBY_REPLICA_H

#include "core/state.h"

/* After the other modules of the lobby. */
RK_MUST_USE rk_err lobby_replica_create(struct server *server);
void lobby_replica_destroy(struct server *server);

/* Whether this node owns the lobby and has loaded it: commands are carried out here. Without other
 * nodes it always does. */
bool lobby_is_local(const struct server *server);
/* The node that has announced that it owns the lobby; 0: not known. */
uint64_t lobby_owner(const struct server *server);

/* The one listener that is called when lobby_owner() or lobby_is_local() has changed. */
void lobby_replica_set_listener(struct server *server, void (*on_moved)(struct server *server));

#endif
