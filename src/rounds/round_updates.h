/* SPDX-License-Identifier: MIT */
/* Sends updates of a game run by this node to the nodes that follow it (followers.h), whenever
 * something changes. */
#ifndef ROUNDS_ROUND_UPDATES_H
#define ROUNDS_ROUND_UPDATES_H

#include "rounds/round_internal.h"

void updates_init(struct round *round);
void updates_end(struct round *round); /* forgets all followers without notifying them */

/* NULL: that node does not follow the game. */
struct follower *updates_find_follower(const struct round *round, uint64_t node);

/* Called before the reply to the command that made an update: the reply goes with the update if the
 * node that sent the command follows the game, which saves a message. updates_send() must follow.
 */
void updates_begin(struct round *round);
/* False: the reply has to be sent by itself. */
bool updates_hold_reply(struct server *server, const char *game, uint64_t node,
                        const struct bus_reply_to *to, const struct reply *reply);

/* Sends the events after `since`, and the rest of the state, to all followers. */
void updates_send(struct round *round, size_t since);
/* The same to all nodes that subscribe, known as followers or not: another node ran the game
 * before. */
void updates_announce(struct round *round);

/* Writes the update for a node that has that version. */
void updates_write(struct round *round, size_t since, struct buffer *out);

#endif
