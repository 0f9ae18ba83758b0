/* SPDX-License-Identifier: MIT */
/* Shared by relay.c, relay_gateway.c (on the node of the client) and relay_owner.c (on the node
 * that executes its commands). A node may be both, for different clients. */
#ifndef SERVER_RELAY_INTERNAL_H
#define SERVER_RELAY_INTERNAL_H

#include "base/list.h"
#include "base/map.h"
#include "core/state.h"
#include "server/relay_message.h"

#define LOBBY_UNREACHABLE "the lobby cannot be reached; try again shortly"

struct relay {
    struct map clients;   /* struct relay_client, of this node, by number */
    struct list waiting;  /* those with messages for an owner that is not known */
    struct timer overdue; /* set while there are some */
    uint64_t last_client; /* number */
    struct map remotes;   /* struct remote_client, of other nodes, by node and number */
    struct buffer bytes;  /* of the message that is being sent */
};

void relay_send(struct server *server, uint64_t node, const struct relay_message *message);

/* ---- relay_gateway.c ---- */

void relay_gateway_receive(struct server *server, uint64_t node,
                           const struct relay_message *message);
void relay_gateway_broken(struct server *server, uint64_t node);
void relay_gateway_moved(struct server *server); /* the owner of the lobby */
void relay_gateway_stop(struct server *server);

/* ---- relay_owner.c ---- */

void relay_owner_receive(struct server *server, uint64_t node, const struct relay_message *message);
void relay_owner_broken(struct server *server, uint64_t node);
/* This node no longer owns the lobby: ends what depends on it. */
void relay_owner_lost(struct server *server);
void relay_owner_stop(struct server *server);

#endif
