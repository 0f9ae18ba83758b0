/* SPDX-License-Identifier: MIT */
#include "cluster/channel_packet.h"

#include "base/byte_reader.h"

enum { PACKET_VERSION = 1 };

void channel_packet_write(const struct channel_packet *packet, struct buffer *out)
{
    buffer_put(out, PACKET_VERSION);
    buffer_varint(out, packet->node);
    buffer_varint(out, packet->acked_stream);
    buffer_varint(out, packet->acked_number);
    buffer_varint(out, packet->stream);
    if (!packet->stream)
        return;
    buffer_varint(out, packet->number);
    buffer_varint(out, packet->has_more);
    buffer_add(out, packet->bytes, packet->size);
}

rk_err channel_packet_parse(const void *bytes, size_t size, struct channel_packet *out)
{
    struct byte_reader reader = byte_reader_of(bytes, size);
    struct channel_packet packet = {0};
    if (byte_reader_byte(&reader) != PACKET_VERSION)
        return RK_BAD_RECORD;
    packet.node = byte_reader_varint(&reader);
    packet.acked_stream = byte_reader_varint(&reader);
    packet.acked_number = byte_reader_varint(&reader);
    packet.stream = byte_reader_varint(&reader);
    if (packet.stream) {
        packet.number = byte_reader_varint(&reader);
        packet.has_more = byte_reader_bool(&reader);
        packet.size = reader.left;
        packet.bytes = byte_reader_bytes(&reader, reader.left);
    }
    if (!byte_reader_is_done(&reader) || !packet.node || (packet.stream && !packet.number))
        return RK_BAD_RECORD;
    *out = packet;
    return RK_OK;
}
