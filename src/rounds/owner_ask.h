/* SPDX-License-Identifier: MIT */
/* Asks the node that runs a game to do something, by request and reply over the bus. */
#ifndef ROUNDS_OWNER_ASK_H
#define ROUNDS_OWNER_ASK_H

#include "rounds/node_messages.h"

/* Sends the request, with this node as its sender, to the owner of the game's shard. `callback` is
 * called once with the reply, unless the server is destroyed before. The owner may have died, and
 * another node takes over only seconds later. So an undelivered request is sent again for a while,
 * and so is an unanswered one if it is idempotent. After that it is refused (REFUSED_BUSY). */
void owner_ask(struct server *server, const struct owner_request *request, bool is_harmless_twice,
               reply_callback *callback, void *context);

#endif
