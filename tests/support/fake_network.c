/* SPDX-License-Identifier: MIT */
#include "support/fake_network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"

struct interest {
    struct list node;
    char subject[BUS_SUBJECT_MAX + 1];
    char group[BUS_SUBJECT_MAX + 1]; /* "": none */
};

/* A copy of a message on its way to a node. */
struct delivery {
    struct list node;
    int64_t due;
    uint64_t number;  /* increasing */
    bool undelivered; /* notifies the sender of a request that nobody got it */
    bool to_group, has_reply;
    char subject[BUS_SUBJECT_MAX + 1], reply_to[BUS_SUBJECT_MAX + 1];
    size_t size;
    char bytes[];
};

struct fake_link {
    struct bus_link link;
    struct fake_network *network;
    size_t index;
    bool is_cut, was_away;
    unsigned half; /* of a split network */
    char reply_prefix[BUS_SUBJECT_MAX + 1];
    struct list interests, deliveries; /* deliveries: the next one first */
    int64_t last_due[FAKE_NODES_MAX];  /* by sender: what keeps its messages in order */
    struct bus_stats stats;
};

static struct fake_link *link_of(struct bus_link *link)
{
    return (struct fake_link *)link;
}

static bool happens(struct fake_network *network, unsigned of_1000)
{
    return of_1000 && prng_below(&network->prng, 1000) < of_1000;
}

// ---- on the way ------------------------------------------------------------------------------

static int64_t draw_due(struct fake_link *to, const struct fake_link *from)
{
    struct fake_network *network = to->network;
    const struct fake_faults *faults = &network->faults;
    const unsigned range = faults->delay_max_ms - faults->delay_min_ms + 1;
    int64_t due = network->now + faults->delay_min_ms + prng_below(&network->prng, range);
    if (!faults->reorders && due < to->last_due[from->index])
        due = to->last_due[from->index];
    to->last_due[from->index] = due;
    return due;
}

static void insert_delivery(struct fake_link *to, struct delivery *delivery)
{
    struct list *after = to->deliveries.previous;
    while (after != &to->deliveries &&
           LIST_OWNER(after, struct delivery, node)->due > delivery->due)
        after = after->previous;
    list_add(after->next, &delivery->node);
}

static struct delivery *add_delivery(struct fake_link *to, const struct fake_link *from,
                                     const struct bus_packet *packet)
{
    struct delivery *delivery = calloc(1, sizeof *delivery + packet->size);
    assert_non_null(delivery);
    delivery->due = draw_due(to, from);
    delivery->number = ++to->network->last_number;
    strcpy(delivery->subject, packet->subject);
    delivery->has_reply = packet->reply_to;
    strcpy(delivery->reply_to, packet->reply_to ? packet->reply_to : "");
    delivery->size = packet->size;
    if (packet->size)
        memcpy(delivery->bytes, packet->bytes, packet->size);
    insert_delivery(to, delivery);
    return delivery;
}

static bool is_reachable(const struct fake_link *from, const struct fake_link *to)
{
    return !from->is_cut && !to->is_cut && from->half == to->half;
}

static void carry(struct fake_link *to, const struct fake_link *from,
                  const struct bus_packet *packet, bool to_group)
{
    struct fake_network *network = to->network;
    network->sent++;
    if (!is_reachable(from, to) || happens(network, network->faults.dropped)) {
        network->dropped++;
        return;
    }
    add_delivery(to, from, packet)->to_group = to_group;
    if (!happens(network, network->faults.duplicated))
        return;
    network->duplicated++;
    add_delivery(to, from, packet)->to_group = to_group;
}

// ---- the operations of a link ----------------------------------------------------------------

static bool wants(const struct fake_link *link, const char *subject, bool in_group)
{
    if (!in_group && !strncmp(subject, link->reply_prefix, strlen(link->reply_prefix)))
        return true;
    for (const struct list *node = link->interests.next; node != &link->interests;
         node = node->next) {
        const struct interest *interest = LIST_OWNER(node, struct interest, node);
        if (!strcmp(interest->subject, subject) && !*interest->group != in_group)
            return true;
    }
    return false;
}

/* One of the members on the other nodes that can be reached; NULL: there is none. */
static struct fake_link *draw_member(const struct fake_link *from, const char *subject)
{
    struct fake_network *network = from->network;
    struct fake_link *members[FAKE_NODES_MAX];
    unsigned count = 0;
    for (size_t i = 0; i < network->count; i++)
        if (network->links[i] && network->links[i] != from &&
            is_reachable(from, network->links[i]) && wants(network->links[i], subject, true))
            members[count++] = network->links[i];
    return count ? members[prng_below(&network->prng, count)] : NULL;
}

static bool send_packet(struct bus_link *head, const struct bus_packet *packet)
{
    struct fake_link *from = link_of(head);
    struct fake_network *network = from->network;
    struct fake_link *member = draw_member(from, packet->subject);
    bool is_wanted = member;
    from->stats.sent++;
    for (size_t i = 0; i < network->count; i++) {
        struct fake_link *to = network->links[i];
        if (!to || to == from || !wants(to, packet->subject, false))
            continue;
        is_wanted |= is_reachable(from, to);
        carry(to, from, packet, false);
    }
    if (member)
        carry(member, from, packet, true);
    if (!is_wanted && packet->reply_to)
        add_delivery(from, from, &(struct bus_packet){.subject = packet->reply_to})->undelivered =
            true;
    return true;
}

static void subscribe(struct bus_link *head, const char *subject, const char *group)
{
    struct interest *interest = calloc(1, sizeof *interest);
    assert_non_null(interest);
    strcpy(interest->subject, subject);
    strcpy(interest->group, group ? group : "");
    list_add(&link_of(head)->interests, &interest->node);
}

static void unsubscribe(struct bus_link *head, const char *subject, const char *group)
{
    struct list *interests = &link_of(head)->interests;
    for (struct list *node = interests->next; node != interests; node = node->next) {
        struct interest *interest = LIST_OWNER(node, struct interest, node);
        if (strcmp(interest->subject, subject) != 0 || strcmp(interest->group, group ? group : ""))
            continue;
        list_remove(node);
        free(interest);
        return;
    }
    fail_msg("unsubscribed from %s, which was not subscribed to", subject);
}

static void deliver(struct fake_link *link, const struct delivery *delivery)
{
    if (delivery->undelivered) {
        bus_receive_undelivered(link->link.bus, delivery->subject);
        return;
    }
    link->stats.received++;
    link->network->delivered++;
    bus_receive(link->link.bus,
                &(struct bus_packet){.subject = delivery->subject,
                                     .reply_to = delivery->has_reply ? delivery->reply_to : NULL,
                                     .bytes = delivery->bytes,
                                     .size = delivery->size,
                                     .to_group = delivery->to_group});
}

static struct delivery *first_due(struct fake_link *link)
{
    if (list_is_empty(&link->deliveries))
        return NULL;
    struct delivery *delivery = LIST_OWNER(link->deliveries.next, struct delivery, node);
    return delivery->due <= link->network->now ? delivery : NULL;
}

static int64_t poll_link(struct bus_link *head, int64_t now)
{
    (void)now;
    struct fake_link *link = link_of(head);
    for (struct delivery *delivery; (delivery = first_due(link)); free(delivery)) {
        list_remove(&delivery->node);
        deliver(link, delivery);
    }
    if (link->was_away) {
        link->was_away = false;
        bus_report_gap(head->bus);
    }
    return INT64_MAX;
}

/* What is sent does not wait here. */
static int64_t flush_link(struct bus_link *head, int64_t now)
{
    (void)head, (void)now;
    return INT64_MAX;
}

static void get_stats(struct bus_link *head, struct bus_stats *out)
{
    const struct fake_link *link = link_of(head);
    *out = link->stats;
    out->connected = !link->is_cut;
    out->has_connected = true;
    out->waiting = list_count(&link->deliveries);
}

static void drop_deliveries(struct fake_link *link)
{
    while (!list_is_empty(&link->deliveries)) {
        struct delivery *delivery = LIST_OWNER(link->deliveries.next, struct delivery, node);
        list_remove(&delivery->node);
        free(delivery);
    }
}

static void close_link(struct bus_link *head)
{
    struct fake_link *link = link_of(head);
    drop_deliveries(link);
    while (!list_is_empty(&link->interests)) {
        struct interest *interest = LIST_OWNER(link->interests.next, struct interest, node);
        list_remove(&interest->node);
        free(interest);
    }
    link->network->links[link->index] = NULL;
    free(link);
}

// ---- the network -----------------------------------------------------------------------------

void fake_network_init(struct fake_network *network, uint64_t seed)
{
    *network = (struct fake_network){.prng = {seed}};
}

struct bus *fake_network_open_bus(struct fake_network *network)
{
    static const struct bus_link_ops ops = {send_packet, subscribe, unsubscribe, poll_link,
                                            flush_link,  get_stats, close_link};
    const struct bus_options options = {.node = 100 + network->count};
    char name[BUS_NODE_SIZE];
    struct bus *bus;
    struct fake_link *link = calloc(1, sizeof *link);
    assert_true(link && network->count < FAKE_NODES_MAX);
    link->link.ops = &ops;
    link->network = network;
    link->index = network->count;
    bus_node_name(options.node, name);
    snprintf(link->reply_prefix, sizeof link->reply_prefix, "reply.%s.", name);
    list_init(&link->interests);
    list_init(&link->deliveries);
    network->links[network->count++] = link;
    assert_int_equal(bus_create(&options, &link->link, &bus), RK_OK);
    return bus;
}

void fake_network_cut(struct fake_network *network, size_t node)
{
    network->links[node]->is_cut = true;
    drop_deliveries(network->links[node]);
}

void fake_network_heal(struct fake_network *network, size_t node)
{
    network->links[node]->is_cut = false;
    network->links[node]->was_away = true;
    network->links[node]->stats.reconnects++;
}

void fake_network_split(struct fake_network *network, unsigned mask)
{
    for (size_t i = 0; i < network->count; i++)
        if (network->links[i])
            network->links[i]->half = mask >> i & 1;
}

int64_t fake_network_next(const struct fake_network *network)
{
    int64_t next = INT64_MAX;
    for (size_t i = 0; i < network->count; i++) {
        const struct fake_link *link = network->links[i];
        if (!link || list_is_empty(&link->deliveries))
            continue;
        const int64_t due = LIST_OWNER(link->deliveries.next, struct delivery, node)->due;
        next = due < next ? due : next;
    }
    return next;
}
