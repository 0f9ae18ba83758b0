/* SPDX-License-Identifier: MIT */
/* Spectators receive their frames from a queue, a slice at a time, so that thousands of them never
 * delay a player. Frames are numbered, and each spectator has the number of the last one it got. */
#ifndef ROUNDS_SPECTATORS_H
#define ROUNDS_SPECTATORS_H

#include "rounds/round_internal.h"

/* Queues a frame; version 0: not an event of the journal. Does nothing without spectators. */
void spectators_add_frame(struct watchers *watchers, struct shared_buffer *frame, size_t version);
/* Queues a chat line, and what those get who see no chat. */
void spectators_add_chat(struct watchers *watchers, struct shared_buffer *frame,
                         struct shared_buffer *without_chat, size_t version);
void spectators_clear(struct watchers *watchers); /* empties the queue */

/* A spectator leaves: continues with the one after it. */
void spectators_skip(struct watchers *watchers, const struct list *node);

/* Sends the next slice to spectators of all games; true: there is more to send. */
bool spectators_send_slice(struct server *server);

#endif
