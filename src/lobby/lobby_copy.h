/* SPDX-License-Identifier: MIT */
/* The lobby among several nodes. One node owns it: it alone keeps seeks, pools, challenges and bulk
 * pairings, and carries out what people do there (server/relay.h brings it their commands). The
 * others keep a copy of what everybody looks at, the open seeks and the numbers of people in the
 * pools, so that lobby_watch() and pools_watch() work on every node.
 *
 * The owner publishes what has changed every half second, with a sequence number. A node that finds
 * a gap, or may have missed something, asks for everything. */
#ifndef LOBBY_LOBBY_COPY_H
#define LOBBY_LOBBY_COPY_H

#include "core/state.h"

/* After the other modules of the lobby. */
RK_MUST_USE rk_err lobby_copy_create(struct server *server);
void lobby_copy_destroy(struct server *server);

/* Whether this node owns the lobby and has loaded it: commands are carried out here. Without other
 * nodes it always does. */
bool lobby_is_local(const struct server *server);
/* The node that has announced that it owns the lobby; 0: not known. */
uint64_t lobby_owner(const struct server *server);

/* Is told when lobby_owner() or lobby_is_local() has changed. There is one. */
void lobby_copy_set_listener(struct server *server, void (*on_moved)(struct server *server));

#endif
