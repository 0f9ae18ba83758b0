/* SPDX-License-Identifier: MIT */
/* What nodes send each other on a channel: a part of a message, and the number of the last part
 * that the sender has received. */
#ifndef CLUSTER_CHANNEL_PACKET_H
#define CLUSTER_CHANNEL_PACKET_H

#include "base/buffer.h"
#include "rookery/err.h"

struct channel_packet {
    uint64_t node; /* the sender */
    /* The part: its stream, its number in the stream from 1, and whether the message continues in
     * the next part. The stream is 0 if the packet has no part. */
    uint64_t stream, number;
    bool has_more;
    /* The stream of the receiver of this packet, and the last part of it received in order; 0 and
     * 0: none. */
    uint64_t acked_stream, acked_number;
    const char *bytes; /* borrowed */
    size_t size;
};

void channel_packet_write(const struct channel_packet *packet, struct buffer *out);
/* out->bytes points into `bytes`. RK_BAD_RECORD: of another version, or not a packet. */
RK_MUST_USE rk_err channel_packet_parse(const void *bytes, size_t size, struct channel_packet *out);

#endif
