/* SPDX-License-Identifier: MIT */
/* Sends requests to the node that owns a game, and receives the replies, over the bus.
 * owner_requests.h is the other end. */
#ifndef ROUNDS_OWNER_CLIENT_H
#define ROUNDS_OWNER_CLIENT_H

#include "rounds/node_messages.h"

/* Sends the message, with this node as its sender, to the owner of the game's shard. `callback` is
 * called once with the reply, unless the server is destroyed before. The owner may have died, and
 * another node takes over only seconds later. So an undelivered request is sent again for a while,
 * and so is an unanswered one if it is idempotent. After that it is refused (REFUSED_BUSY). */
void owner_client_send(struct server *server, const struct owner_request *message,
                       bool is_idempotent, reply_callback *callback, void *context);

#endif
