/* SPDX-License-Identifier: MIT */
#include "cluster/copies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/milliseconds.h"
#include "cluster/copy_batch.h"
#include "cluster/nodes.h"

enum {
    TICK_MS = 500,
    SILENT_TICKS = 4, /* after which a node says that nothing has changed, so that losses show */
    ASK_MS = SECOND_MS,
    BATCH_SIZE = 128 * 1024,
    SUBJECT_SIZE = 32,
    ASK_VERSION = 1
};

/* What is known of another node. Its place in the table is its number. */
struct copy {
    uint64_t node; /* 0: the place is free */
    uint64_t sequence;
    bool is_current;  /* nothing is missing up to `sequence` */
    bool in_snapshot; /* nothing is missing since it began to tell everything */
    int64_t asked_at;
};

struct copies {
    struct server *server;
    const struct copied_state *state;
    struct copy copies[COPIES_NODES_MAX];
    struct bus_subscription *batches, *asked;
    struct nodes_listener nodes;
    struct bus_listener bus;
    struct timer tick;
    unsigned ticks, silent;
    uint64_t sequence; /* of the last batch that was sent */
    bool tells_all;    /* in the next tick */
};

static void write_subject(const struct copies *copies, uint64_t node, char out[SUBJECT_SIZE])
{
    snprintf(out, SUBJECT_SIZE, "%.14s.%016" PRIx64, copies->state->subject, node);
}

// ---- sending ---------------------------------------------------------------------------------

static void begin_batch(struct copies *copies, bool begins, bool ends, struct buffer *out)
{
    buffer_clear(out);
    copy_batch_write(&(struct copy_batch){.node = nodes_own(copies->server),
                                          .sequence = ++copies->sequence,
                                          .begins = begins,
                                          .ends = ends},
                     out);
}

static void send_batch(struct copies *copies, struct buffer *batch)
{
    if (!batch->failed) // otherwise the others find a gap, and ask
        bus_publish(copies->server->bus, copies->state->subject, batch->bytes, batch->size);
    copies->silent = 0;
}

static void send_changes(struct copies *copies, struct buffer *batch, struct buffer *change)
{
    struct server *server = copies->server;
    buffer_clear(change);
    bool has_more = copies->state->take_change(server, change);
    if (!has_more && ++copies->silent < SILENT_TICKS)
        return;
    do {
        begin_batch(copies, false, false, batch);
        while (has_more && batch->size < BATCH_SIZE) {
            buffer_add(batch, change->bytes, change->size);
            buffer_clear(change);
            has_more = copies->state->take_change(server, change);
        }
        send_batch(copies, batch);
    } while (has_more);
}

/* The last batch is empty. */
static void send_all(struct copies *copies, struct buffer *batch)
{
    size_t at = 0;
    bool begins = true, has_more = true;
    while (has_more) {
        begin_batch(copies, begins, false, batch);
        while (batch->size < BATCH_SIZE &&
               (has_more = copies->state->next(copies->server, &at, batch)))
            ;
        send_batch(copies, batch);
        begins = false;
    }
    begin_batch(copies, false, true, batch);
    send_batch(copies, batch);
}

static void tick(void *context)
{
    struct copies *copies = context;
    struct server *server = copies->server;
    struct buffer batch = {0}, change = {0};
    (void)timer_set(&server->timers, &copies->tick, server->now + TICK_MS, tick, copies);
    if (copies->state->prepare)
        copies->state->prepare(server, ++copies->ticks);
    if (copies->tells_all)
        send_all(copies, &batch);
    else
        send_changes(copies, &batch, &change);
    copies->tells_all = false;
    buffer_fini(&batch);
    buffer_fini(&change);
}

static void on_asked(void *context, const struct bus_message *message)
{
    struct copies *copies = context;
    if (message->size == 1 && *(const char *)message->bytes == ASK_VERSION)
        copies->tells_all = true;
}

// ---- receiving -------------------------------------------------------------------------------

/* The place of a node, or a free one; NULL: there are too many. */
static struct copy *find_copy(struct copies *copies, uint64_t node)
{
    struct copy *vacant = NULL;
    for (size_t i = 0; i < COPIES_NODES_MAX; i++) {
        struct copy *copy = &copies->copies[i];
        if (copy->node == node)
            return copy;
        if (!copy->node && !vacant)
            vacant = copy;
    }
    return vacant;
}

static void ask(struct copies *copies, struct copy *copy)
{
    struct server *server = copies->server;
    char subject[SUBJECT_SIZE];
    const char version = ASK_VERSION;
    if (copy->asked_at && server->now - copy->asked_at < ASK_MS)
        return;
    copy->asked_at = server->now;
    write_subject(copies, copy->node, subject);
    bus_publish(server->bus, subject, &version, 1);
}

static void apply_batch(struct copies *copies, struct copy *copy, const struct copy_batch *batch)
{
    struct server *server = copies->server;
    const unsigned place = (unsigned)(copy - copies->copies);
    struct byte_reader in = byte_reader_of(batch->changes, batch->size);
    if (batch->begins)
        copies->state->begin(server, place);
    while (in.left && !in.failed)
        copies->state->apply(server, place, &in);
    if (!batch->ends || !copy->in_snapshot)
        return;
    copies->state->end(server, place);
    copy->in_snapshot = false;
    copy->is_current = true;
}

static void take_batch(struct copies *copies, struct copy *copy, const struct copy_batch *batch)
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
    struct copies *copies = context;
    struct copy_batch batch;
    if (copy_batch_parse(message->bytes, message->size, &batch) ||
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
    LIST_OWNER(listener, struct copies, nodes)->tells_all = true;
}

static void on_left(struct nodes_listener *listener, uint64_t node)
{
    struct copies *copies = LIST_OWNER(listener, struct copies, nodes);
    struct copy *copy = find_copy(copies, node);
    if (!copy || copy->node != node)
        return;
    const unsigned place = (unsigned)(copy - copies->copies);
    copies->state->begin(copies->server, place);
    copies->state->end(copies->server, place);
    *copy = (struct copy){0};
}

static void on_was_away(struct bus_listener *listener)
{
    struct copies *copies = LIST_OWNER(listener, struct copies, bus);
    for (size_t i = 0; i < COPIES_NODES_MAX; i++)
        if (copies->copies[i].node) {
            copies->copies[i].is_current = copies->copies[i].in_snapshot = false;
            ask(copies, &copies->copies[i]);
        }
}

// ---- the module ------------------------------------------------------------------------------

static bool subscribe(struct copies *copies)
{
    struct bus *bus = copies->server->bus;
    char subject[SUBJECT_SIZE];
    write_subject(copies, nodes_own(copies->server), subject);
    copies->batches = bus_subscribe(bus, copies->state->subject, NULL, on_batch, copies);
    copies->asked = bus_subscribe(bus, subject, NULL, on_asked, copies);
    return copies->batches && copies->asked;
}

rk_err copies_create(struct server *server, const struct copied_state *state, struct copies **out)
{
    *out = NULL;
    if (!bus_stats(server->bus).has_link)
        return RK_OK; // there are no other nodes
    struct copies *copies = calloc(1, sizeof *copies);
    if (!copies)
        return RK_NO_MEMORY;
    *out = copies;
    copies->server = server;
    copies->state = state;
    copies->bus.on_was_away = on_was_away;
    bus_listen(server->bus, &copies->bus);
    copies->nodes = (struct nodes_listener){.on_joined = on_joined, .on_left = on_left};
    nodes_listen(server, &copies->nodes);
    const bool is_set =
        timer_set(&server->timers, &copies->tick, server->now + TICK_MS, tick, copies);
    return is_set && subscribe(copies) ? RK_OK : RK_NO_MEMORY;
}

void copies_destroy(struct copies *copies)
{
    if (!copies)
        return;
    struct server *server = copies->server;
    timer_stop(&server->timers, &copies->tick);
    bus_unsubscribe(server->bus, copies->batches);
    bus_unsubscribe(server->bus, copies->asked);
    bus_unlisten(&copies->bus);
    list_remove(&copies->nodes.node);
    free(copies);
}

uint64_t copies_node(const struct copies *copies, unsigned place)
{
    return copies->copies[place].node;
}
