/* SPDX-License-Identifier: MIT */
#include "cluster/replication.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/milliseconds.h"
#include "cluster/nodes.h"
#include "cluster/replication_batch.h"

enum {
    TICK_MS = 500,
    SILENT_TICKS = 4, /* then an empty batch is sent, so that a lost batch is noticed */
    REQUEST_MS = SECOND_MS,
    BATCH_SIZE = 128 * 1024,
    SUBJECT_SIZE = 32,
    REQUEST_VERSION = 1
};

/* What is known of another node. */
struct peer {
    uint64_t node; /* 0: unused */
    uint64_t sequence;
    bool is_current;  /* nothing is missing up to `sequence` */
    bool in_snapshot; /* nothing is missing since the snapshot began */
    int64_t requested_at;
};

struct replication {
    struct server *server;
    const struct replicated_state *state;
    struct peer peers[REPLICATION_PEERS_MAX];
    struct bus_subscription *batches, *snapshot_requests;
    struct nodes_listener nodes;
    struct bus_listener bus;
    struct timer tick;
    unsigned ticks, silent;
    uint64_t sequence; /* of the last batch that was sent */
    bool snapshot_due; /* in the next tick */
};

static void write_subject(const struct replication *replication, uint64_t node,
                          char out[SUBJECT_SIZE])
{
    snprintf(out, SUBJECT_SIZE, "%.14s.%016" PRIx64, replication->state->subject, node);
}

// ---- sending ---------------------------------------------------------------------------------

static void begin_batch(struct replication *replication, bool begins, bool ends, struct buffer *out)
{
    buffer_clear(out);
    replication_batch_write(&(struct replication_batch){.node = nodes_self(replication->server),
                                                        .sequence = ++replication->sequence,
                                                        .begins = begins,
                                                        .ends = ends},
                            out);
}

static void send_batch(struct replication *replication, struct buffer *batch)
{
    if (!batch->failed) // otherwise the others find a gap, and request a snapshot
        bus_publish(replication->server->bus, replication->state->subject, batch->bytes,
                    batch->size);
    replication->silent = 0;
}

static void send_changes(struct replication *replication, struct buffer *batch,
                         struct buffer *change)
{
    struct server *server = replication->server;
    buffer_clear(change);
    bool has_more = replication->state->take_change(server, change);
    if (!has_more && ++replication->silent < SILENT_TICKS)
        return;
    do {
        begin_batch(replication, false, false, batch);
        while (has_more && batch->size < BATCH_SIZE) {
            batch->failed |= change->failed;
            buffer_add(batch, change->bytes, change->size);
            buffer_clear(change);
            has_more = replication->state->take_change(server, change);
        }
        send_batch(replication, batch);
    } while (has_more);
}

/* The last batch is empty. */
static void send_all(struct replication *replication, struct buffer *batch)
{
    size_t at = 0;
    bool begins = true, has_more = true;
    while (has_more) {
        begin_batch(replication, begins, false, batch);
        while (batch->size < BATCH_SIZE &&
               (has_more = replication->state->next(replication->server, &at, batch)))
            ;
        send_batch(replication, batch);
        begins = false;
    }
    begin_batch(replication, false, true, batch);
    send_batch(replication, batch);
}

static void on_tick(void *context)
{
    struct replication *replication = context;
    struct server *server = replication->server;
    struct buffer batch = {0}, change = {0};
    (void)timer_set(&server->timers, &replication->tick, server->now + TICK_MS, on_tick,
                    replication);
    if (replication->state->prepare)
        replication->state->prepare(server, ++replication->ticks);
    if (replication->snapshot_due)
        send_all(replication, &batch);
    else
        send_changes(replication, &batch, &change);
    replication->snapshot_due = false;
    buffer_fini(&batch);
    buffer_fini(&change);
}

static void on_snapshot_requested(void *context, const struct bus_message *message)
{
    struct replication *replication = context;
    if (message->size == 1 && *(const char *)message->bytes == REQUEST_VERSION)
        replication->snapshot_due = true;
}

// ---- receiving -------------------------------------------------------------------------------

/* The index of a node, or a free one; NULL: there are too many. */
static struct peer *find_peer(struct replication *replication, uint64_t node)
{
    struct peer *vacant = NULL;
    for (size_t i = 0; i < REPLICATION_PEERS_MAX; i++) {
        struct peer *peer = &replication->peers[i];
        if (peer->node == node)
            return peer;
        if (!peer->node && !vacant)
            vacant = peer;
    }
    return vacant;
}

static void request_snapshot(struct replication *replication, struct peer *peer)
{
    struct server *server = replication->server;
    char subject[SUBJECT_SIZE];
    const char version = REQUEST_VERSION;
    if (peer->requested_at && server->now - peer->requested_at < REQUEST_MS)
        return;
    peer->requested_at = server->now;
    write_subject(replication, peer->node, subject);
    bus_publish(server->bus, subject, &version, 1);
}

static void apply_batch(struct replication *replication, struct peer *peer,
                        const struct replication_batch *batch)
{
    struct server *server = replication->server;
    const unsigned index = (unsigned)(peer - replication->peers);
    struct byte_reader in = byte_reader_of(batch->changes, batch->size);
    if (batch->begins)
        replication->state->begin(server, index);
    while (in.left && !in.failed)
        replication->state->apply(server, index, &in);
    if (!batch->ends || !peer->in_snapshot)
        return;
    replication->state->end(server, index);
    peer->in_snapshot = false;
    peer->is_current = true;
}

static void take_batch(struct replication *replication, struct peer *peer,
                       const struct replication_batch *batch)
{
    if (batch->sequence <= peer->sequence)
        return; // duplicated or late
    const bool is_next = batch->sequence == peer->sequence + 1;
    peer->sequence = batch->sequence;
    peer->is_current &= is_next;
    peer->in_snapshot = batch->begins || (peer->in_snapshot && is_next);
    if (peer->is_current || peer->in_snapshot)
        apply_batch(replication, peer, batch);
    else
        request_snapshot(replication, peer);
}

static void on_batch(void *context, const struct bus_message *message)
{
    struct replication *replication = context;
    struct replication_batch batch;
    if (replication_batch_parse(message->bytes, message->size, &batch) ||
        batch.node == nodes_self(replication->server) ||
        !nodes_is_alive(replication->server, batch.node))
        return;
    struct peer *peer = find_peer(replication, batch.node);
    if (!peer)
        return;
    peer->node = batch.node;
    take_batch(replication, peer, &batch);
}

// ---- nodes -----------------------------------------------------------------------------------

static void on_joined(struct nodes_listener *listener, uint64_t node)
{
    (void)node;
    LIST_OWNER(listener, struct replication, nodes)->snapshot_due = true;
}

static void on_left(struct nodes_listener *listener, uint64_t node)
{
    struct replication *replication = LIST_OWNER(listener, struct replication, nodes);
    struct peer *peer = find_peer(replication, node);
    if (!peer || peer->node != node)
        return;
    const unsigned index = (unsigned)(peer - replication->peers);
    replication->state->begin(replication->server, index);
    replication->state->end(replication->server, index);
    *peer = (struct peer){0};
}

static void on_gap(struct bus_listener *listener)
{
    struct replication *replication = LIST_OWNER(listener, struct replication, bus);
    for (size_t i = 0; i < REPLICATION_PEERS_MAX; i++)
        if (replication->peers[i].node) {
            replication->peers[i].is_current = replication->peers[i].in_snapshot = false;
            request_snapshot(replication, &replication->peers[i]);
        }
}

// ---- the module ------------------------------------------------------------------------------

static bool subscribe_to_batches(struct replication *replication)
{
    struct bus *bus = replication->server->bus;
    char subject[SUBJECT_SIZE];
    write_subject(replication, nodes_self(replication->server), subject);
    replication->batches =
        bus_subscribe(bus, replication->state->subject, NULL, on_batch, replication);
    replication->snapshot_requests =
        bus_subscribe(bus, subject, NULL, on_snapshot_requested, replication);
    return replication->batches && replication->snapshot_requests;
}

rk_err replication_create(struct server *server, const struct replicated_state *state,
                          struct replication **out)
{
    *out = NULL;
    if (!bus_has_peers(server->bus))
        return RK_OK; // there are no other nodes
    struct replication *replication = calloc(1, sizeof *replication);
    if (!replication)
        return RK_NO_MEMORY;
    *out = replication;
    replication->server = server;
    replication->state = state;
    replication->bus.on_gap = on_gap;
    bus_listen(server->bus, &replication->bus);
    replication->nodes = (struct nodes_listener){.on_joined = on_joined, .on_left = on_left};
    nodes_listen(server, &replication->nodes);
    const bool is_set =
        timer_set(&server->timers, &replication->tick, server->now + TICK_MS, on_tick, replication);
    return is_set && subscribe_to_batches(replication) ? RK_OK : RK_NO_MEMORY;
}

void replication_destroy(struct replication *replication)
{
    if (!replication)
        return;
    struct server *server = replication->server;
    timer_stop(&server->timers, &replication->tick);
    bus_unsubscribe(server->bus, replication->batches);
    bus_unsubscribe(server->bus, replication->snapshot_requests);
    bus_unlisten(&replication->bus);
    list_remove(&replication->nodes.node);
    free(replication);
}

uint64_t replication_peer_node(const struct replication *replication, unsigned index)
{
    return replication->peers[index].node;
}
