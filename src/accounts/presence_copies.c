/* SPDX-License-Identifier: MIT */
#include "accounts/presence_copies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "accounts/presence_batch.h"
#include "base/milliseconds.h"
#include "cluster/nodes.h"

enum {
    TICK_MS = 500,
    AWAY_TICKS = 10,  /* between two looks at who has become away */
    SILENT_TICKS = 4, /* after which a node says that nothing has changed, so that losses show */
    ASK_MS = SECOND_MS,
    BATCH_SIZE = 128 * 1024,
    SUBJECT_SIZE = 32,
    ASK_VERSION = 1
};

static const char batch_subject[] = "presence";

/* What is known of another node. Its place in the table is its number in presence.h. */
struct copy {
    uint64_t node; /* 0: the place is free */
    uint64_t sequence;
    bool is_current;  /* nothing is missing up to `sequence` */
    bool in_snapshot; /* nothing is missing since it began to name everybody */
    int64_t asked_at;
};

struct presence_copies {
    struct server *server;
    struct copy copies[PRESENCE_NODES_MAX];
    struct bus_subscription *batches, *asked;
    struct nodes_listener nodes;
    struct bus_listener bus;
    struct timer tick;
    unsigned ticks, silent;
    uint64_t sequence; /* of the last batch that was sent */
    bool tells_all;    /* in the next tick */
};

static void write_subject(uint64_t node, char out[SUBJECT_SIZE])
{
    snprintf(out, SUBJECT_SIZE, "presence.%016" PRIx64, node);
}

// ---- sending ---------------------------------------------------------------------------------

static void begin_batch(struct presence_copies *copies, bool begins, bool ends, struct buffer *out)
{
    buffer_clear(out);
    presence_batch_write(&(struct presence_batch){.node = nodes_own(copies->server),
                                                  .sequence = ++copies->sequence,
                                                  .begins = begins,
                                                  .ends = ends},
                         out);
}

static void send_batch(struct presence_copies *copies, struct buffer *batch)
{
    if (!batch->failed) // otherwise the others find a gap, and ask
        bus_publish(copies->server->bus, batch_subject, batch->bytes, batch->size);
    copies->silent = 0;
}

static void send_changes(struct presence_copies *copies, struct buffer *batch)
{
    struct presence_change change;
    bool has_more = presence_take_change(copies->server, &change);
    if (!has_more && ++copies->silent < SILENT_TICKS)
        return;
    do {
        begin_batch(copies, false, false, batch);
        for (; has_more && batch->size < BATCH_SIZE;
             has_more = presence_take_change(copies->server, &change))
            presence_change_write(&change, batch);
        send_batch(copies, batch);
    } while (has_more);
}

/* The last batch is empty. */
static void send_all(struct presence_copies *copies, struct buffer *batch)
{
    struct presence_change change;
    size_t at = 0;
    bool begins = true;
    while (presence_take_change(copies->server, &change))
        ; // those who have gone are not named
    bool has_more = presence_next_here(copies->server, &at, &change);
    while (has_more) {
        begin_batch(copies, begins, false, batch);
        for (; has_more && batch->size < BATCH_SIZE;
             has_more = presence_next_here(copies->server, &at, &change))
            presence_change_write(&change, batch);
        send_batch(copies, batch);
        begins = false;
    }
    begin_batch(copies, begins, true, batch);
    send_batch(copies, batch);
}

static void tick(void *context)
{
    struct presence_copies *copies = context;
    struct server *server = copies->server;
    struct buffer batch = {0};
    (void)timer_set(&server->timers, &copies->tick, server->now + TICK_MS, tick, copies);
    if (++copies->ticks % AWAY_TICKS == 0)
        presence_note_away(server);
    if (copies->tells_all)
        send_all(copies, &batch);
    else
        send_changes(copies, &batch);
    copies->tells_all = false;
    buffer_fini(&batch);
}

static void on_asked(void *context, const struct bus_message *message)
{
    struct presence_copies *copies = context;
    if (message->size == 1 && *(const char *)message->bytes == ASK_VERSION)
        copies->tells_all = true;
}

// ---- receiving -------------------------------------------------------------------------------

/* The place of a node, or a free one; NULL: there are too many. */
static struct copy *find_copy(struct presence_copies *copies, uint64_t node)
{
    struct copy *vacant = NULL;
    for (size_t i = 0; i < PRESENCE_NODES_MAX; i++) {
        struct copy *copy = &copies->copies[i];
        if (copy->node == node)
            return copy;
        if (!copy->node && !vacant)
            vacant = copy;
    }
    return vacant;
}

static void ask(struct presence_copies *copies, struct copy *copy)
{
    struct server *server = copies->server;
    char subject[SUBJECT_SIZE];
    const char version = ASK_VERSION;
    if (copy->asked_at && server->now - copy->asked_at < ASK_MS)
        return;
    copy->asked_at = server->now;
    write_subject(copy->node, subject);
    bus_publish(server->bus, subject, &version, 1);
}

static void apply_batch(struct presence_copies *copies, struct copy *copy,
                        const struct presence_batch *batch)
{
    struct server *server = copies->server;
    const unsigned place = (unsigned)(copy - copies->copies);
    struct presence_change change;
    if (batch->begins)
        presence_begin_elsewhere(server, place);
    for (size_t at = 0; presence_batch_next(batch, &at, &change);)
        presence_set_elsewhere(server, place, &change);
    if (!batch->ends || !copy->in_snapshot)
        return;
    presence_end_elsewhere(server, place);
    copy->in_snapshot = false;
    copy->is_current = true;
}

static void take_batch(struct presence_copies *copies, struct copy *copy,
                       const struct presence_batch *batch)
{
    if (batch->sequence <= copy->sequence)
        return; // doubled or late
    const bool is_next = batch->sequence == copy->sequence + 1;
    copy->sequence = batch->sequence;
    copy->is_current &= is_next;
    copy->in_snapshot = batch->begins || (copy->in_snapshot && is_next);
    if (copy->is_current || copy->in_snapshot)
        apply_batch(copies, copy, batch);
    else
        ask(copies, copy);
}

static void on_batch(void *context, const struct bus_message *message)
{
    struct presence_copies *copies = context;
    struct presence_batch batch;
    if (presence_batch_parse(message->bytes, message->size, &batch) ||
        batch.node == nodes_own(copies->server) || !nodes_is_alive(copies->server, batch.node))
        return;
    struct copy *copy = find_copy(copies, batch.node);
    if (!copy)
        return;
    copy->node = batch.node;
    take_batch(copies, copy, &batch);
}

// ---- nodes -----------------------------------------------------------------------------------

static void on_joined(struct nodes_listener *listener, uint64_t node)
{
    (void)node;
    LIST_OWNER(listener, struct presence_copies, nodes)->tells_all = true;
}

static void on_left(struct nodes_listener *listener, uint64_t node)
{
    struct presence_copies *copies = LIST_OWNER(listener, struct presence_copies, nodes);
    struct copy *copy = find_copy(copies, node);
    if (!copy || copy->node != node)
        return;
    const unsigned place = (unsigned)(copy - copies->copies);
    presence_begin_elsewhere(copies->server, place);
    presence_end_elsewhere(copies->server, place);
    *copy = (struct copy){0};
}

static void on_was_away(struct bus_listener *listener)
{
    struct presence_copies *copies = LIST_OWNER(listener, struct presence_copies, bus);
    for (size_t i = 0; i < PRESENCE_NODES_MAX; i++)
        if (copies->copies[i].node) {
            copies->copies[i].is_current = copies->copies[i].in_snapshot = false;
            ask(copies, &copies->copies[i]);
        }
}

// ---- the module ------------------------------------------------------------------------------

rk_err presence_copies_create(struct server *server)
{
    char subject[SUBJECT_SIZE];
    if (!bus_stats(server->bus).has_link)
        return RK_OK; // there are no other nodes
    struct presence_copies *copies = calloc(1, sizeof *copies);
    if (!copies)
        return RK_NO_MEMORY;
    copies->server = server;
    server->presence_copies = copies;
    copies->bus.on_was_away = on_was_away;
    bus_listen(server->bus, &copies->bus);
    copies->nodes = (struct nodes_listener){.on_joined = on_joined, .on_left = on_left};
    nodes_listen(server, &copies->nodes);
    write_subject(nodes_own(server), subject);
    copies->batches = bus_subscribe(server->bus, batch_subject, NULL, on_batch, copies);
    copies->asked = bus_subscribe(server->bus, subject, NULL, on_asked, copies);
    const bool is_set =
        timer_set(&server->timers, &copies->tick, server->now + TICK_MS, tick, copies);
    return is_set && copies->batches && copies->asked ? RK_OK : RK_NO_MEMORY;
}

void presence_copies_destroy(struct server *server)
{
    struct presence_copies *copies = server->presence_copies;
    if (!copies)
        return;
    timer_stop(&server->timers, &copies->tick);
    bus_unsubscribe(server->bus, copies->batches);
    bus_unsubscribe(server->bus, copies->asked);
    bus_unlisten(&copies->bus);
    list_remove(&copies->nodes.node);
    free(copies);
    server->presence_copies = NULL;
}

uint64_t presence_node_of(const struct server *server, const char *who)
{
    const struct presence_copies *copies = server->presence_copies;
    if (!copies)
        return 0;
    if (presence_connections(server, who))
        return nodes_own(server);
    const uint32_t places = presence_elsewhere(server, who);
    for (unsigned i = 0; i < PRESENCE_NODES_MAX; i++)
        if (places >> i & 1)
            return copies->copies[i].node;
    return 0;
}
