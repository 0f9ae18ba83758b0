/* SPDX-License-Identifier: MIT */
/* Messages from one node to another that come once and in order, although the bus may lose, double
 * and reorder what it carries. Each message is kept and sent again until the other node has
 * confirmed it.
 *
 * If the other node confirms nothing for 1.5 seconds, or has left, the channel is broken: what was
 * under way is forgotten, and both ends are told. The next message opens it again. So a message
 * that is sent is never carried out twice, and its sender learns if that may not have happened. */
#ifndef CLUSTER_CHANNELS_H
#define CLUSTER_CHANNELS_H

#include "core/state.h"

enum { CHANNEL_MESSAGE_MAX = 2 * 1024 * 1024 };

RK_MUST_USE rk_err channels_create(struct server *server);
void channels_destroy(struct server *server);

struct channels_receiver {
    /* The bytes are borrowed for the call. */
    void (*on_message)(struct server *server, uint64_t node, const char *bytes, size_t size);
    /* Messages to or from that node may be lost. */
    void (*on_broken)(struct server *server, uint64_t node);
};
/* There is one receiver for all nodes; NULL: none any more. */
void channels_set_receiver(struct server *server, const struct channels_receiver *receiver);

/* Calls nothing back. A message that is too long breaks the channel, soon; an empty one is not
 * delivered. */
void channel_send(struct server *server, uint64_t node, const char *bytes, size_t size);
/* The bytes that the other node has not confirmed. */
size_t channel_waiting(const struct server *server, uint64_t node);

#endif
