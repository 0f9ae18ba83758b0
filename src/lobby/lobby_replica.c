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
    ASK_MS = SECOND_MS,
    LIST_SIZE_MAX = BUS_PAYLOAD_MAX - 2048, /* bytes of seeks; those beyond are left out */
    ASK_VERSION = 1
};

static const char list_subject[] = "lobby.list";

struct lobby_replica {
    struct server *server;
    void (*on_moved)(struct server *server);
    struct shards_listener shards;
    struct nodes_listener nodes;
    struct bus_listener bus;
    struct timer timer; /* of the owner: to publish; of the others: to ask again */

    /* As the owner. */
    bool is_open; /* the lobby is loaded and announced */
    uint64_t published;
    struct bus_subscription *asked;

    /* As one of the others. */
    struct bus_subscription *lists;
    uint64_t owner; /* 0: not known */
    int64_t epoch;  /* the highest that was seen */
    uint64_t sequence;
    bool is_current; /* nothing is missing up to `sequence` */
    struct bus_call *call;
};

bool lobby_is_local(const struct server *server)
{
    const struct lobby_replica *copy = server->lobby_replica;
    return shard_is_ours(server, SHARD_LOBBY) && (!copy || copy->is_open);
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

static void report_moved(struct lobby_replica *copy)
{
    if (copy->on_moved)
        copy->on_moved(copy->server);
}

// ---- the owner -------------------------------------------------------------------------------

static struct lobby_list describe_lobby(const struct lobby_replica *copy)
{
    struct server *server = copy->server;
    struct lobby_list list = {.node = nodes_self(server),
                              .epoch = shards_epoch(server, SHARD_LOBBY),
                              .sequence = copy->published,
                              .pool_count = pool_count()};
    for (size_t i = 0; i < list.pool_count; i++)
        list.waiting[i] = pool_waiting(server, i);
    return list;
}

/* Adds the seeks that other nodes do not have, or all. */
static void write_seeks(struct lobby_replica *copy, bool all, struct buffer *out)
{
    struct list *lobby = &copy->server->seeks->lobby;
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

static void publish_changes(struct lobby_replica *copy)
{
    struct seeks *seeks = copy->server->seeks;
    copy->published++;
    struct lobby_list list = describe_lobby(copy);
    struct buffer bytes = {0};
    list.removed = seeks->removed.bytes;
    list.removed_count = seeks->removed.size / GAME_ID_SIZE;
    lobby_list_write(&list, &bytes);
    write_seeks(copy, false, &bytes);
    buffer_clear(&seeks->removed);
    if (!bytes.failed) // otherwise the others find a gap, and ask
        bus_publish(copy->server->bus, list_subject, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

static void on_asked(void *context, const struct bus_message *message)
{
    struct lobby_replica *copy = context;
    const char version = ASK_VERSION;
    if (!lobby_is_local(copy->server) || !message->reply_to || message->size != 1 ||
        memcmp(message->bytes, &version, 1) != 0)
        return;
    struct lobby_list list = describe_lobby(copy);
    struct buffer bytes = {0};
    list.is_whole = true;
    lobby_list_write(&list, &bytes);
    write_seeks(copy, true, &bytes);
    if (!bytes.failed)
        bus_reply(copy->server->bus, message->reply_to, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

static bool is_loaded(const struct server *server)
{
    return seeks_ready(server) && challenges_ready(server) && bulk_pairings_ready(server) &&
           bot_games_ready(server);
}

static void run_lobby(void *context)
{
    struct lobby_replica *copy = context;
    struct server *server = copy->server;
    const bool is_ours = shard_is_ours(server, SHARD_LOBBY); // not while the lease is in doubt
    const bool opens = is_ours && !copy->is_open && is_loaded(server);
    copy->is_open |= opens;
    (void)timer_set(&server->timers, &copy->timer,
                    server->now + (copy->is_open ? PUBLISH_MS : LOAD_CHECK_MS), run_lobby, copy);
    if (copy->is_open && is_ours)
        publish_changes(copy);
    if (opens)
        report_moved(copy);
}

// ---- the copy --------------------------------------------------------------------------------

static void add_copy(struct server *server, const struct seek *seek)
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

static void remove_copy(struct lobby_seek *entry)
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
            remove_copy(entry);
    }
    for (size_t at = 0; lobby_list_next(list, &at, &seek);)
        add_copy(server, &seek);
    for (size_t i = 0; i < list->pool_count && i < pool_count(); i++)
        pool_set_copied(server, i, list->waiting[i]);
}

static void apply_whole(struct server *server, const struct lobby_list *list)
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
            remove_copy(lobby_seek_at(node));
    }
    map_fini(&listed);
    apply_difference(server, list);
}

static void set_owner(struct lobby_replica *copy, uint64_t owner)
{
    copy->is_current = false;
    if (copy->owner == owner)
        return;
    copy->owner = owner;
    report_moved(copy);
}

static void request_list(void *context);

static void request_list_later(struct lobby_replica *copy)
{
    struct server *server = copy->server;
    (void)timer_set(&server->timers, &copy->timer, server->now + ASK_MS, request_list, copy);
}

/* Whether the list is of the owner of the lobby; then that is the owner from now on. */
static bool accept_owner(struct lobby_replica *copy, const struct lobby_list *list)
{
    const struct server *server = copy->server;
    if (shard_is_ours(server, SHARD_LOBBY) || list->epoch < copy->epoch ||
        !nodes_is_alive(server, list->node) || list->node == nodes_self(server))
        return false;
    const bool is_new = list->epoch > copy->epoch;
    copy->epoch = list->epoch;
    if (is_new || !copy->owner)
        set_owner(copy, list->node);
    return copy->owner == list->node;
}

static void on_whole(void *context, enum bus_outcome outcome, const void *bytes, size_t size)
{
    struct lobby_replica *copy = context;
    struct lobby_list list;
    copy->call = NULL;
    if (outcome != BUS_REPLIED || lobby_list_parse(bytes, size, &list) || !list.is_whole ||
        !accept_owner(copy, &list)) {
        if (!shard_is_ours(copy->server, SHARD_LOBBY))
            request_list_later(copy);
        return;
    }
    copy->sequence = list.sequence;
    copy->is_current = true;
    apply_whole(copy->server, &list);
}

/* Asks for everything, once at a time. */
static void request_list(void *context)
{
    struct lobby_replica *copy = context;
    struct server *server = copy->server;
    char subject[SHARD_SUBJECT_SIZE];
    const char version = ASK_VERSION;
    if (copy->call || copy->is_current)
        return;
    timer_stop(&server->timers, &copy->timer);
    shard_subject(SHARD_LOBBY, subject);
    copy->call = bus_request(server->bus, &(struct bus_request){.subject = subject,
                                                                .bytes = &version,
                                                                .size = 1,
                                                                .deadline = server->now + ASK_MS,
                                                                .callback = on_whole,
                                                                .context = copy});
    if (!copy->call)
        request_list_later(copy);
}

static void on_list(void *context, const struct bus_message *message)
{
    struct lobby_replica *copy = context;
    struct lobby_list list;
    if (lobby_list_parse(message->bytes, message->size, &list) || list.is_whole ||
        !accept_owner(copy, &list))
        return;
    if (copy->is_current && list.sequence <= copy->sequence)
        return; // a duplicate, or late
    if (copy->is_current && list.sequence == copy->sequence + 1) {
        copy->sequence++;
        apply_difference(copy->server, &list);
        return;
    }
    copy->is_current = false;
    request_list(copy);
}

// ---- changes ---------------------------------------------------------------------------------

static void cancel_request(struct lobby_replica *copy)
{
    timer_stop(&copy->server->timers, &copy->timer);
    bus_cancel(copy->server->bus, copy->call);
    copy->call = NULL;
}

static void on_lobby_gained(struct shards_listener *listener, unsigned shard, int64_t alive_until)
{
    (void)alive_until;
    struct lobby_replica *copy = LIST_OWNER(listener, struct lobby_replica, shards);
    if (shard != SHARD_LOBBY)
        return;
    cancel_request(copy);
    copy->is_current = false;
    set_owner(copy, 0);
    char subject[SHARD_SUBJECT_SIZE];
    shard_subject(SHARD_LOBBY, subject);
    copy->asked = bus_subscribe(copy->server->bus, subject, NULL, on_asked, copy);
    copy->epoch = shards_epoch(copy->server, SHARD_LOBBY);
    run_lobby(copy);
}

static void stop_owning(struct lobby_replica *copy)
{
    bus_unsubscribe(copy->server->bus, copy->asked);
    copy->asked = NULL;
    copy->is_open = false;
}

static void on_lobby_lost(struct shards_listener *listener, unsigned shard)
{
    struct lobby_replica *copy = LIST_OWNER(listener, struct lobby_replica, shards);
    if (shard != SHARD_LOBBY)
        return;
    timer_stop(&copy->server->timers, &copy->timer);
    stop_owning(copy);
    report_moved(copy);
    request_list(copy);
}

static void on_node_left(struct nodes_listener *listener, uint64_t node)
{
    struct lobby_replica *copy = LIST_OWNER(listener, struct lobby_replica, nodes);
    if (node != copy->owner)
        return;
    set_owner(copy, 0);
    request_list(copy);
}

static void on_gap(struct bus_listener *listener)
{
    struct lobby_replica *copy = LIST_OWNER(listener, struct lobby_replica, bus);
    copy->is_current = false;
    if (!shard_is_ours(copy->server, SHARD_LOBBY))
        request_list(copy);
}

// ---- the module ------------------------------------------------------------------------------

rk_err lobby_replica_create(struct server *server)
{
    if (!bus_has_peers(server->bus))
        return RK_OK; // there are no other nodes
    struct lobby_replica *copy = calloc(1, sizeof *copy);
    if (!copy)
        return RK_NO_MEMORY;
    copy->server = server;
    server->lobby_replica = copy;
    copy->bus.on_gap = on_gap;
    bus_listen(server->bus, &copy->bus);
    copy->nodes.on_left = on_node_left;
    nodes_listen(server, &copy->nodes);
    copy->shards = (struct shards_listener){.on_gained = on_lobby_gained, .on_lost = on_lobby_lost};
    shards_listen(server, &copy->shards);
    copy->lists = bus_subscribe(server->bus, list_subject, NULL, on_list, copy);
    if (!shard_is_ours(server, SHARD_LOBBY))
        request_list(copy);
    return copy->lists ? RK_OK : RK_NO_MEMORY;
}

void lobby_replica_destroy(struct server *server)
{
    struct lobby_replica *copy = server->lobby_replica;
    if (!copy)
        return;
    cancel_request(copy);
    stop_owning(copy);
    bus_unsubscribe(server->bus, copy->lists);
    bus_unlisten(&copy->bus);
    list_remove(&copy->nodes.node);
    list_remove(&copy->shards.node);
    free(copy);
    server->lobby_replica = NULL;
}
