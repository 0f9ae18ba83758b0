/* SPDX-License-Identifier: MIT */
/* Reliable messages between nodes: delivered once and in order, even if the bus loses, duplicates
 * or reorders packets. A message is retransmitted until the other node acknowledges it.
 *
 * If nothing is acknowledged for 1.5 seconds, or the node leaves, the channel breaks:
 * unacknowledged messages are dropped, and both ends are notified. The next message reopens it. So
 * a message is never executed twice, and the sender learns if it may have been lost. */
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
/* There is one receiver for all nodes; NULL removes it. */
void channels_set_receiver(struct server *server, const struct channels_receiver *receiver);

/* Never calls the receiver itself: a message that is too long breaks the channel a little later. An
 * empty message is not delivered. */
void channel_send(struct server *server, uint64_t node, const char *bytes, size_t size);
/* The bytes that the other node has not acknowledged. */
size_t channel_unacked_bytes(const struct server *server, uint64_t node);

#endif
