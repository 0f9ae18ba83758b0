/* SPDX-License-Identifier: MIT */
#include "cluster/channels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "cluster/channel_packet.h"
#include "cluster/nodes.h"

enum {
    PART_SIZE = 128 * 1024,
    UNACKED_MAX = 16 * 1024 * 1024, /* bytes to one node */
    RETRANSMIT_MS = 200,
    BREAK_MS = 1500,
    SUBJECT_SIZE = 32
};

/* A part of a message that is not acknowledged yet. */
struct part {
    struct list node;
    uint64_t number;
    bool has_more;
    size_t size;
    char bytes[];
};

/* The channel to one other node. Each direction is a stream with a number of its own; a broken
 * stream is followed by one with a higher number. */
struct channel {
    struct server *server;
    uint64_t node;
    char key[BUS_SUBJECT_MAX + 1]; /* the subject where the node receives */

    uint64_t stream; /* of what is sent; 0: none is open */
    uint64_t last;   /* number of a part in it */
    struct list unacked;
    size_t unacked_bytes;
    bool is_full;  /* a message could not be kept */
    bool is_fresh; /* the stream has nothing but the empty part that opens it */
    int64_t progress_at;
    struct timer retransmit; /* set while something is not acknowledged */

    uint64_t their_stream, received; /* the last part received in order */
    struct buffer message;           /* the parts received so far of an incomplete message */
};

struct channels {
    struct map by_subject;
    uint64_t last_stream;
    const struct channels_receiver *receiver;
    struct bus_subscription *subscription;
    struct nodes_listener nodes;
    struct server *server;
    struct buffer packet;
};

static void write_subject(uint64_t node, char out[SUBJECT_SIZE])
{
    snprintf(out, SUBJECT_SIZE, "channel.%016" PRIx64, node);
}

static struct channel *find_channel(const struct server *server, uint64_t node)
{
    char subject[SUBJECT_SIZE];
    write_subject(node, subject);
    return server->channels ? map_get(&server->channels->by_subject, subject) : NULL;
}

static struct channel *find_or_add(struct server *server, uint64_t node)
{
    struct channel *channel = find_channel(server, node);
    if (channel)
        return channel;
    channel = calloc(1, sizeof *channel);
    if (!channel)
        return NULL;
    channel->server = server;
    channel->node = node;
    write_subject(node, channel->key);
    list_init(&channel->unacked);
    if (map_put(&server->channels->by_subject, channel->key, channel))
        return channel;
    free(channel);
    return NULL;
}

// ---- sending ---------------------------------------------------------------------------------

/* Sends a part; NULL: only the acknowledgement. */
static void send_packet(struct channel *channel, const struct part *part)
{
    struct server *server = channel->server;
    struct buffer *bytes = &server->channels->packet;
    struct channel_packet packet = {.node = nodes_self(server),
                                    .acked_stream = channel->their_stream,
                                    .acked_number = channel->received};
    if (part) {
        packet.stream = channel->stream;
        packet.number = part->number;
        packet.has_more = part->has_more;
        packet.bytes = part->bytes;
        packet.size = part->size;
    }
    buffer_clear(bytes);
    channel_packet_write(&packet, bytes);
    if (!bytes->failed)
        bus_publish(server->bus, channel->key, bytes->bytes, bytes->size);
}

static void free_part(struct channel *channel, struct part *part)
{
    channel->unacked_bytes -= part->size;
    list_remove(&part->node);
    free(part);
}

static void close_stream(struct channel *channel)
{
    timer_stop(&channel->server->timers, &channel->retransmit);
    while (!list_is_empty(&channel->unacked))
        free_part(channel, LIST_OWNER(channel->unacked.next, struct part, node));
    channel->stream = channel->last = 0;
    channel->is_full = channel->is_fresh = false;
}

static void report_broken(struct channel *channel)
{
    const struct channels_receiver *receiver = channel->server->channels->receiver;
    log_line(channel->server->log, LOG_WARNING, "the channel to node %016" PRIx64 " is broken",
             channel->node);
    if (receiver)
        receiver->on_broken(channel->server, channel->node);
}

/* Opens a stream with an empty part, so that the other end learns that the last one broke even if
 * nothing else is sent. Until something else is sent, a lost part is only retransmitted: no message
 * can have been lost. */
static void open_stream(struct server *server, uint64_t node)
{
    channel_send(server, node, "", 0);
    struct channel *channel = find_channel(server, node);
    if (channel)
        channel->is_fresh = channel->last == 1;
}

static void reopen_stream(struct channel *channel)
{
    close_stream(channel);
    report_broken(channel);
    if (nodes_is_alive(channel->server, channel->node))
        open_stream(channel->server, channel->node);
}

static void retransmit_parts(void *context)
{
    struct channel *channel = context;
    struct server *server = channel->server;
    if (channel->is_full ||
        (server->now - channel->progress_at >= BREAK_MS && !channel->is_fresh)) {
        reopen_stream(channel);
        return;
    }
    (void)timer_set(&server->timers, &channel->retransmit, server->now + RETRANSMIT_MS,
                    retransmit_parts, channel);
    for (struct list *node = channel->unacked.next; node != &channel->unacked; node = node->next)
        send_packet(channel, LIST_OWNER(node, struct part, node));
}

static void break_soon(struct channel *channel)
{
    struct server *server = channel->server;
    channel->is_full = true;
    (void)timer_set(&server->timers, &channel->retransmit, server->now, retransmit_parts, channel);
}

static void add_part(struct channel *channel, const char *bytes, size_t size, bool has_more)
{
    struct server *server = channel->server;
    struct part *part = malloc(sizeof *part + size);
    if (!part) {
        break_soon(channel);
        return;
    }
    *part = (struct part){.number = ++channel->last, .has_more = has_more, .size = size};
    if (size)
        memcpy(part->bytes, bytes, size);
    if (list_is_empty(&channel->unacked)) {
        channel->progress_at = server->now;
        (void)timer_set(&server->timers, &channel->retransmit, server->now + RETRANSMIT_MS,
                        retransmit_parts, channel);
    }
    list_add(&channel->unacked, &part->node);
    channel->unacked_bytes += size;
    send_packet(channel, part);
}

void channel_send(struct server *server, uint64_t node, const char *bytes, size_t size)
{
    struct channel *channel = find_or_add(server, node);
    if (!channel)
        return;
    if (!channel->stream)
        channel->stream = ++server->channels->last_stream;
    channel->is_fresh = false;
    if (size > CHANNEL_MESSAGE_MAX || channel->unacked_bytes + size > UNACKED_MAX)
        break_soon(channel);
    if (channel->is_full)
        return;
    for (size_t sent = 0, part; (sent < size || !sent) && !channel->is_full; sent += part) {
        part = size - sent < PART_SIZE ? size - sent : PART_SIZE;
        add_part(channel, bytes + sent, part, sent + part < size);
        if (!part)
            return;
    }
}

size_t channel_unacked_bytes(const struct server *server, uint64_t node)
{
    const struct channel *channel = find_channel(server, node);
    return channel ? channel->unacked_bytes : 0;
}

// ---- receiving -------------------------------------------------------------------------------

static void take_ack(struct channel *channel, const struct channel_packet *packet)
{
    struct list *unacked = &channel->unacked;
    if (packet->acked_stream != channel->stream || packet->acked_number > channel->last)
        return;
    while (!list_is_empty(unacked)) {
        struct part *first = LIST_OWNER(unacked->next, struct part, node);
        if (first->number > packet->acked_number)
            break;
        free_part(channel, first);
        channel->progress_at = channel->server->now;
    }
    if (list_is_empty(unacked) && !channel->is_full)
        timer_stop(&channel->server->timers, &channel->retransmit);
}

/* Adds a part to its message, and delivers the message if it is complete. */
static void take_part(struct channel *channel, const struct channel_packet *packet)
{
    struct server *server = channel->server;
    const uint64_t node = channel->node;
    buffer_add(&channel->message, packet->bytes, packet->size);
    if (packet->has_more && channel->message.size <= CHANNEL_MESSAGE_MAX)
        return;
    struct buffer message = channel->message;
    channel->message = (struct buffer){0};
    const struct channels_receiver *receiver = server->channels->receiver;
    if (receiver && !packet->has_more && !message.failed && message.size)
        receiver->on_message(server, node, message.bytes, message.size);
    buffer_fini(&message);
}

/* Whether our stream has only been opened, and the other end has not acknowledged that yet. */
static bool is_opening(const struct channel *channel)
{
    return channel->is_fresh && !list_is_empty(&channel->unacked);
}

/* False if the part belongs to an old stream, or is not the first one of a new stream. The other
 * end may have dropped this node as dead, and our stream with it: then our stream has to be
 * reopened. */
static bool enter_stream(struct channel *channel, const struct channel_packet *packet)
{
    if (packet->stream == channel->their_stream)
        return true;
    if (packet->stream < channel->their_stream || packet->number != 1)
        return false;
    const bool is_broken = channel->their_stream;
    channel->their_stream = packet->stream;
    channel->received = 0;
    buffer_clear(&channel->message);
    if (is_broken && is_opening(channel))
        report_broken(channel);
    else if (is_broken)
        reopen_stream(channel);
    return true;
}

static void on_packet(void *context, const struct bus_message *message)
{
    struct server *server = context;
    struct channel_packet packet;
    if (channel_packet_parse(message->bytes, message->size, &packet) ||
        packet.node == nodes_self(server) || !nodes_is_alive(server, packet.node))
        return;
    struct channel *channel = find_or_add(server, packet.node);
    if (!channel)
        return;
    take_ack(channel, &packet);
    if (!packet.stream)
        return;
    if (enter_stream(channel, &packet) && packet.number == channel->received + 1) {
        channel->received++;
        take_part(channel, &packet);
    }
    send_packet(channel, NULL);
}

// ---- nodes -----------------------------------------------------------------------------------

static void free_channel(struct channel *channel)
{
    (void)map_remove(&channel->server->channels->by_subject, channel->key);
    close_stream(channel);
    buffer_fini(&channel->message);
    free(channel);
}

/* The node may not know that it was considered dead, and continue a stream that was dropped here.
 */
static void on_joined(struct nodes_listener *listener, uint64_t node)
{
    open_stream(LIST_OWNER(listener, struct channels, nodes)->server, node);
}

static void on_left(struct nodes_listener *listener, uint64_t node)
{
    struct channels *channels = LIST_OWNER(listener, struct channels, nodes);
    struct channel *channel = find_channel(channels->server, node);
    if (!channel)
        return;
    report_broken(channel);
    free_channel(channel);
}

// ---- the module ------------------------------------------------------------------------------

void channels_set_receiver(struct server *server, const struct channels_receiver *receiver)
{
    if (server->channels)
        server->channels->receiver = receiver;
}

rk_err channels_create(struct server *server)
{
    char subject[SUBJECT_SIZE];
    if (!bus_has_peers(server->bus))
        return RK_OK; // there are no other nodes
    struct channels *channels = calloc(1, sizeof *channels);
    if (!channels)
        return RK_NO_MEMORY;
    server->channels = channels;
    channels->server = server;
    map_init(&channels->by_subject, server_random(server));
    channels->nodes.on_joined = on_joined;
    channels->nodes.on_left = on_left;
    nodes_listen(server, &channels->nodes);
    write_subject(nodes_self(server), subject);
    channels->subscription = bus_subscribe(server->bus, subject, NULL, on_packet, server);
    return channels->subscription ? RK_OK : RK_NO_MEMORY;
}

void channels_destroy(struct server *server)
{
    struct channels *channels = server->channels;
    if (!channels)
        return;
    size_t at = 0;
    for (struct channel *channel; (channel = map_next(&channels->by_subject, &at));)
        free_channel(channel);
    bus_unsubscribe(server->bus, channels->subscription);
    list_remove(&channels->nodes.node);
    map_fini(&channels->by_subject);
    buffer_fini(&channels->packet);
    free(channels);
    server->channels = NULL;
}
