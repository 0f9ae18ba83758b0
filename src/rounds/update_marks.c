/* SPDX-License-Identifier: MIT */
#include "rounds/update_marks.h"

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

static void add_mark(struct packets *packets, uint64_t node, const struct update_mark *mark)
{
    struct packet *packet = find_packet(packets, node);
    if (!packet)
        return;
    update_mark_write(mark, &packet->bytes);
    if (packet->bytes.size >= PACKET_MAX)
        publish_packet(packets->server, packet);
}

static void add_round(struct packets *packets, const struct round *round)
{
    const struct list *nodes = &round->followers.nodes;
    struct update_mark mark = {.epoch = shards_epoch(round->server, round->shard),
                               .number = round->followers.sent_number};
    memcpy(mark.game, round->info.id, sizeof mark.game);
    for (const struct list *at = nodes->next; at != nodes; at = at->next)
        add_mark(packets, LIST_OWNER(at, const struct follower, node)->number, &mark);
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
    return LIST_OWNER(rounds->unmarked.next, struct round, followers.unmarked);
}

static void send_update_marks(void *context)
{
    struct server *server = context;
    struct rounds *rounds = server->rounds;
    struct packets packets = {.server = server};
    while (!list_is_empty(&rounds->unmarked)) {
        struct round *round = first_round(rounds);
        if (round->followers.sent_at + SILENT_MS > server->now)
            break;
        list_remove(&round->followers.unmarked);
        add_round(&packets, round);
    }
    send_packets(&packets);
    if (list_is_empty(&rounds->unmarked))
        return;
    const int64_t due = first_round(rounds)->followers.sent_at + SILENT_MS;
    const int64_t earliest = server->now + APART_MS;
    (void)timer_set(&server->timers, &rounds->mark_timer, due > earliest ? due : earliest,
                    send_update_marks, server);
}

void update_marks_add(struct round *round)
{
    struct server *server = round->server;
    struct rounds *rounds = server->rounds;
    round->followers.sent_number = round->followers.number;
    round->followers.sent_at = server->now;
    list_remove(&round->followers.unmarked);
    list_add(&rounds->unmarked, &round->followers.unmarked);
    if (!timer_is_set(&rounds->mark_timer))
        (void)timer_set(&server->timers, &rounds->mark_timer, server->now + SILENT_MS,
                        send_update_marks, server);
}

void update_marks_remove(struct round *round)
{
    list_remove(&round->followers.unmarked);
}

void update_marks_init(struct rounds *rounds)
{
    list_init(&rounds->unmarked);
}

void update_marks_fini(struct server *server)
{
    timer_stop(&server->timers, &server->rounds->mark_timer);
}
