/* SPDX-License-Identifier: MIT */
#include "rounds/last_updates.h"

#include <string.h>

#include "base/milliseconds.h"
#include "cluster/shards.h"
#include "rounds/node_messages.h"

enum {
    SILENT_MS = SECOND_MS,
    APART_MS = 250, /* between two times, so that games go together */
    NODES_MAX = 32,
    PACKET_MAX = 32 * 1024
};

/* What one node gets. */
struct packet {
    uint64_t node;
    struct buffer bytes;
};

struct packets {
    struct server *server;
    struct packet list[NODES_MAX];
    size_t count;
};

static void publish_packet(struct server *server, struct packet *packet)
{
    char subject[NODE_UPDATES_SUBJECT_SIZE];
    node_updates_subject(packet->node, subject);
    if (!packet->bytes.failed)
        bus_publish(server->bus, subject, packet->bytes.bytes, packet->bytes.size);
    buffer_clear(&packet->bytes);
}

/* NULL: there are more nodes than a cluster can have. */
static struct packet *find_packet(struct packets *packets, uint64_t node)
{
    for (size_t i = 0; i < packets->count; i++)
        if (packets->list[i].node == node)
            return &packets->list[i];
    if (packets->count == NODES_MAX)
        return NULL;
    packets->list[packets->count] = (struct packet){.node = node};
    return &packets->list[packets->count++];
}

static void add_update(struct packets *packets, uint64_t node, const struct last_update *last)
{
    struct packet *packet = find_packet(packets, node);
    if (!packet)
        return;
    last_update_write(last, &packet->bytes);
    if (packet->bytes.size >= PACKET_MAX)
        publish_packet(packets->server, packet);
}

static void add_round(struct packets *packets, const struct round *round)
{
    const struct list *nodes = &round->followers.nodes;
    struct last_update last = {.epoch = shards_epoch(round->server, round->shard),
                               .number = round->followers.sent_number};
    memcpy(last.game, round->info.id, sizeof last.game);
    for (const struct list *at = nodes->next; at != nodes; at = at->next)
        add_update(packets, LIST_OWNER(at, const struct follower, node)->number, &last);
}

static void send_packets(struct packets *packets)
{
    for (size_t i = 0; i < packets->count; i++) {
        if (packets->list[i].bytes.size)
            publish_packet(packets->server, &packets->list[i]);
        buffer_fini(&packets->list[i].bytes);
    }
}

static struct round *first_round(const struct rounds *rounds)
{
    return LIST_OWNER(rounds->unannounced.next, struct round, followers.unannounced);
}

static void send_last_updates(void *context)
{
    struct server *server = context;
    struct rounds *rounds = server->rounds;
    struct packets packets = {.server = server};
    while (!list_is_empty(&rounds->unannounced)) {
        struct round *round = first_round(rounds);
        if (round->followers.sent_at + SILENT_MS > server->now)
            break;
        list_remove(&round->followers.unannounced);
        add_round(&packets, round);
    }
    send_packets(&packets);
    if (list_is_empty(&rounds->unannounced))
        return;
    const int64_t due = first_round(rounds)->followers.sent_at + SILENT_MS;
    const int64_t earliest = server->now + APART_MS;
    (void)timer_set(&server->timers, &rounds->announce_timer, due > earliest ? due : earliest,
                    send_last_updates, server);
}

void last_updates_add(struct round *round)
{
    struct server *server = round->server;
    struct rounds *rounds = server->rounds;
    round->followers.sent_number = round->followers.number;
    round->followers.sent_at = server->now;
    list_remove(&round->followers.unannounced);
    list_add(&rounds->unannounced, &round->followers.unannounced);
    if (!timer_is_set(&rounds->announce_timer))
        (void)timer_set(&server->timers, &rounds->announce_timer, server->now + SILENT_MS,
                        send_last_updates, server);
}

void last_updates_remove(struct round *round)
{
    list_remove(&round->followers.unannounced);
}

void last_updates_init(struct rounds *rounds)
{
    list_init(&rounds->unannounced);
}

void last_updates_fini(struct server *server)
{
    timer_stop(&server->timers, &server->rounds->announce_timer);
}
