/* SPDX-License-Identifier: MIT */
#include "lobby/lobby_replica.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "cluster/nodes.h"
#include "cluster/shards.h"
#include "lobby/bot_games.h"
#include "lobby/bulk_pairings.h"
#include "lobby/challenges.h"
#include "lobby/lobby_list.h"
#include "lobby/pools.h"
#include "lobby/seek_table.h"
#include "lobby/seeks.h"

enum {
    PUBLISH_MS = 500,
    LOAD_CHECK_MS = 20, /* whether a lobby that was gained is loaded */
    REQUEST_MS = SECOND_MS,
    LIST_SIZE_MAX = BUS_PAYLOAD_MAX - 2048, /* bytes of seeks; those beyond are left out */
    REQUEST_VERSION = 1
};

static const char list_subject[] = "lobby.list";

struct lobby_replica {
    struct server *server;
    void (*on_moved)(struct server *server);
    struct shards_listener shards;
    struct nodes_listener nodes;
    struct bus_listener bus;
    struct timer timer; /* of the owner: publishes; of the others: requests a snapshot again */

    /* On the owner. */
    bool is_open; /* the lobby is loaded and announced */
    uint64_t published;
    struct bus_subscription *snapshot_requests;

    /* On the other nodes. */
    struct bus_subscription *lists;
    uint64_t owner; /* 0: not known */
    int64_t epoch;  /* the highest that was seen */
    uint64_t sequence;
    bool is_current; /* nothing is missing up to `sequence` */
    struct bus_call *call;
};

bool lobby_is_local(const struct server *server)
{
    const struct lobby_replica *replica = server->lobby_replica;
    return shard_is_ours(server, SHARD_LOBBY) && (!replica || replica->is_open);
}

uint64_t lobby_owner(const struct server *server)
{
    if (lobby_is_local(server))
        return nodes_self(server);
    return server->lobby_replica ? server->lobby_replica->owner : 0;
}

void lobby_replica_set_listener(struct server *server, void (*on_moved)(struct server *server))
{
    if (server->lobby_replica)
        server->lobby_replica->on_moved = on_moved;
}

static void report_moved(struct lobby_replica *replica)
{
    if (replica->on_moved)
        replica->on_moved(replica->server);
}

// ---- the owner -------------------------------------------------------------------------------

static struct lobby_list describe_lobby(const struct lobby_replica *replica)
{
    struct server *server = replica->server;
    struct lobby_list list = {.node = nodes_self(server),
                              .epoch = shards_epoch(server, SHARD_LOBBY),
                              .sequence = replica->published,
                              .pool_count = pool_count()};
    for (size_t i = 0; i < list.pool_count; i++)
        list.waiting[i] = pool_waiting(server, i);
    return list;
}

/* Adds the seeks that other nodes do not have, or all. */
static void write_seeks(struct lobby_replica *replica, bool all, struct buffer *out)
{
    struct list *lobby = &replica->server->seeks->lobby;
    struct buffer body = {0};
    for (struct list *node = lobby->next; node != lobby && out->size < LIST_SIZE_MAX;
         node = node->next) {
        struct lobby_seek *entry = lobby_seek_at(node);
        if (entry->published && !all)
            continue;
        buffer_clear(&body);
        seek_serialize(&entry->seek, &body);
        if (out->size + body.size > LIST_SIZE_MAX)
            break; // the next difference has it
        if (!all)
            entry->published = true;
        buffer_counted(out, body.bytes, body.size);
    }
    buffer_fini(&body);
}

static void publish_changes(struct lobby_replica *replica)
{
    struct seeks *seeks = replica->server->seeks;
    replica->published++;
    struct lobby_list list = describe_lobby(replica);
    struct buffer bytes = {0};
    list.removed = seeks->removed.bytes;
    list.removed_count = seeks->removed.size / GAME_ID_SIZE;
    lobby_list_write(&list, &bytes);
    write_seeks(replica, false, &bytes);
    buffer_clear(&seeks->removed);
    if (!bytes.failed) // otherwise the others find a gap and request a snapshot
        bus_publish(replica->server->bus, list_subject, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

static void on_snapshot_requested(void *context, const struct bus_message *message)
{
    struct lobby_replica *replica = context;
    const char version = REQUEST_VERSION;
    if (!lobby_is_local(replica->server) || !message->reply_to || message->size != 1 ||
        memcmp(message->bytes, &version, 1) != 0)
        return;
    struct lobby_list list = describe_lobby(replica);
    struct buffer bytes = {0};
    list.is_snapshot = true;
    lobby_list_write(&list, &bytes);
    write_seeks(replica, true, &bytes);
    if (!bytes.failed)
        bus_reply(replica->server->bus, message->reply_to, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

static bool is_loaded(const struct server *server)
{
    return seeks_ready(server) && challenges_ready(server) && bulk_pairings_ready(server) &&
           bot_games_ready(server);
}

static void run_lobby(void *context)
{
    struct lobby_replica *replica = context;
    struct server *server = replica->server;
    const bool is_ours = shard_is_ours(server, SHARD_LOBBY); // false while the lease is not renewed
    const bool opens = is_ours && !replica->is_open && is_loaded(server);
    replica->is_open |= opens;
    (void)timer_set(&server->timers, &replica->timer,
                    server->now + (replica->is_open ? PUBLISH_MS : LOAD_CHECK_MS), run_lobby,
                    replica);
    if (replica->is_open && is_ours)
        publish_changes(replica);
    if (opens)
        report_moved(replica);
}

// ---- the replica --------------------------------------------------------------------------------

static void add_replicated_seek(struct server *server, const struct seek *seek)
{
    struct lobby_seek *entry =
        lobby_seek_find(&server->seeks->lobby, seek->id) ? NULL : calloc(1, sizeof *entry);
    if (!entry)
        return;
    entry->seek = *seek;
    entry->server = server;
    list_init(&entry->seek.node);
    lobby_seek_show(entry);
}

static void remove_replicated_seek(struct lobby_seek *entry)
{
    lobby_seek_hide(entry);
    lobby_seek_free(entry);
}

static void apply_difference(struct server *server, const struct lobby_list *list)
{
    struct seek seek;
    char id[GAME_ID_SIZE + 1] = "";
    for (size_t i = 0; i < list->removed_count; i++) {
        memcpy(id, list->removed + i * GAME_ID_SIZE, GAME_ID_SIZE);
        struct lobby_seek *entry = lobby_seek_find(&server->seeks->lobby, id);
        if (entry)
            remove_replicated_seek(entry);
    }
    for (size_t at = 0; lobby_list_next(list, &at, &seek);)
        add_replicated_seek(server, &seek);
    for (size_t i = 0; i < list->pool_count && i < pool_count(); i++)
        pool_set_replicated(server, i, list->waiting[i]);
}

static void apply_snapshot(struct server *server, const struct lobby_list *list)
{
    struct list *lobby = &server->seeks->lobby;
    struct map listed;
    struct seek seek;
    map_init(&listed, server_random(server));
    for (size_t at = 0; lobby_list_next(list, &at, &seek);)
        (void)map_put(&listed, seek.id, server); // if this fails, the seek is shown again
    for (struct list *node = lobby->next, *next; node != lobby; node = next) {
        next = node->next;
        if (!map_get(&listed, lobby_seek_at(node)->seek.id))
            remove_replicated_seek(lobby_seek_at(node));
    }
    map_fini(&listed);
    apply_difference(server, list);
}

static void set_owner(struct lobby_replica *replica, uint64_t owner)
{
    replica->is_current = false;
    if (replica->owner == owner)
        return;
    replica->owner = owner;
    report_moved(replica);
}

static void request_snapshot(void *context);

static void request_snapshot_later(struct lobby_replica *replica)
{
    struct server *server = replica->server;
    (void)timer_set(&server->timers, &replica->timer, server->now + REQUEST_MS, request_snapshot,
                    replica);
}

/* Whether the list comes from the owner of the lobby, who may be a new one. */
static bool accept_owner(struct lobby_replica *replica, const struct lobby_list *list)
{
    const struct server *server = replica->server;
    if (shard_is_ours(server, SHARD_LOBBY) || list->epoch < replica->epoch ||
        !nodes_is_alive(server, list->node) || list->node == nodes_self(server))
        return false;
    const bool is_new = list->epoch > replica->epoch;
    replica->epoch = list->epoch;
    if (is_new || !replica->owner)
        set_owner(replica, list->node);
    return replica->owner == list->node;
}

static void on_snapshot(void *context, enum bus_outcome outcome, const void *bytes, size_t size)
{
    struct lobby_replica *replica = context;
    struct lobby_list list;
    replica->call = NULL;
    if (outcome != BUS_REPLIED || lobby_list_parse(bytes, size, &list) || !list.is_snapshot ||
        !accept_owner(replica, &list)) {
        if (!shard_is_ours(replica->server, SHARD_LOBBY))
            request_snapshot_later(replica);
        return;
    }
    replica->sequence = list.sequence;
    replica->is_current = true;
    apply_snapshot(replica->server, &list);
}

/* Requests a snapshot, unless a request is pending. */
static void request_snapshot(void *context)
{
    struct lobby_replica *replica = context;
    struct server *server = replica->server;
    char subject[SHARD_SUBJECT_SIZE];
    const char version = REQUEST_VERSION;
    if (replica->call || replica->is_current)
        return;
    timer_stop(&server->timers, &replica->timer);
    shard_subject(SHARD_LOBBY, subject);
    replica->call =
        bus_request(server->bus, &(struct bus_request){.subject = subject,
                                                       .bytes = &version,
                                                       .size = 1,
                                                       .deadline = server->now + REQUEST_MS,
                                                       .callback = on_snapshot,
                                                       .context = replica});
    if (!replica->call)
        request_snapshot_later(replica);
}

static void on_list(void *context, const struct bus_message *message)
{
    struct lobby_replica *replica = context;
    struct lobby_list list;
    if (lobby_list_parse(message->bytes, message->size, &list) || list.is_snapshot ||
        !accept_owner(replica, &list))
        return;
    if (replica->is_current && list.sequence <= replica->sequence)
        return; // a duplicate, or late
    if (replica->is_current && list.sequence == replica->sequence + 1) {
        replica->sequence++;
        apply_difference(replica->server, &list);
        return;
    }
    replica->is_current = false;
    request_snapshot(replica);
}

// ---- changes ---------------------------------------------------------------------------------

static void cancel_request(struct lobby_replica *replica)
{
    timer_stop(&replica->server->timers, &replica->timer);
    bus_cancel(replica->server->bus, replica->call);
    replica->call = NULL;
}

static void on_lobby_gained(struct shards_listener *listener, unsigned shard, int64_t alive_until)
{
    (void)alive_until;
    struct lobby_replica *replica = LIST_OWNER(listener, struct lobby_replica, shards);
    if (shard != SHARD_LOBBY)
        return;
    cancel_request(replica);
    replica->is_current = false;
    set_owner(replica, 0);
    char subject[SHARD_SUBJECT_SIZE];
    shard_subject(SHARD_LOBBY, subject);
    replica->snapshot_requests =
        bus_subscribe(replica->server->bus, subject, NULL, on_snapshot_requested, replica);
    replica->epoch = shards_epoch(replica->server, SHARD_LOBBY);
    run_lobby(replica);
}

static void stop_owning(struct lobby_replica *replica)
{
    bus_unsubscribe(replica->server->bus, replica->snapshot_requests);
    replica->snapshot_requests = NULL;
    replica->is_open = false;
}

static void on_lobby_lost(struct shards_listener *listener, unsigned shard)
{
    struct lobby_replica *replica = LIST_OWNER(listener, struct lobby_replica, shards);
    if (shard != SHARD_LOBBY)
        return;
    timer_stop(&replica->server->timers, &replica->timer);
    stop_owning(replica);
    report_moved(replica);
    request_snapshot(replica);
}

static void on_node_left(struct nodes_listener *listener, uint64_t node)
{
    struct lobby_replica *replica = LIST_OWNER(listener, struct lobby_replica, nodes);
    if (node != replica->owner)
        return;
    set_owner(replica, 0);
    request_snapshot(replica);
}

static void on_gap(struct bus_listener *listener)
{
    struct lobby_replica *replica = LIST_OWNER(listener, struct lobby_replica, bus);
    replica->is_current = false;
    if (!shard_is_ours(replica->server, SHARD_LOBBY))
        request_snapshot(replica);
}

// ---- the module ------------------------------------------------------------------------------

rk_err lobby_replica_create(struct server *server)
{
    if (!bus_has_peers(server->bus))
        return RK_OK; // there are no other nodes
    struct lobby_replica *replica = calloc(1, sizeof *replica);
    if (!replica)
        return RK_NO_MEMORY;
    replica->server = server;
    server->lobby_replica = replica;
    replica->bus.on_gap = on_gap;
    bus_listen(server->bus, &replica->bus);
    replica->nodes.on_left = on_node_left;
    nodes_listen(server, &replica->nodes);
    replica->shards =
        (struct shards_listener){.on_gained = on_lobby_gained, .on_lost = on_lobby_lost};
    shards_listen(server, &replica->shards);
    replica->lists = bus_subscribe(server->bus, list_subject, NULL, on_list, replica);
    if (!shard_is_ours(server, SHARD_LOBBY))
        request_snapshot(replica);
    return replica->lists ? RK_OK : RK_NO_MEMORY;
}

void lobby_replica_destroy(struct server *server)
{
    struct lobby_replica *replica = server->lobby_replica;
    if (!replica)
        return;
    cancel_request(replica);
    stop_owning(replica);
    bus_unsubscribe(server->bus, replica->lists);
    bus_unlisten(&replica->bus);
    list_remove(&replica->nodes.node);
    list_remove(&replica->shards.node);
    free(replica);
    server->lobby_replica = NULL;
}
