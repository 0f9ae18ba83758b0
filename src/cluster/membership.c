/* SPDX-License-Identifier: MIT */
#include "cluster/membership.h"

#include <stdlib.h>
#include <string.h>

#include "cluster/balance.h"
#include "cluster/nodes.h"
#include "core/metrics.h"

enum {
    RENEW_MS = 500,           /* between two renewals */
    LEASE_MS = 3000,          /* from a renewal, by the clock of the database */
    OWN_LEASE_MS = 2500,      /* by this node's clock, from when the renewal was sent */
    CONTACT_MS = 3000,        /* of contact with the database, before others' shards are taken */
    RELEASE_STEP_MS = 10,     /* between two checks of shards that are to be handed over */
    RELEASE_MAX_MS = 1000,    /* then a shard is handed over in any case */
    RELEASES_MAX = 16,        /* shards that are handed over at a time */
    DRAIN_MAX_MS = 10 * 1000, /* then the node stops, and others take what is left */
    SETTLE_MS = 10 * 1000,    /* then the games of a new shard are loaded, and paused on disk */
    OLD_NODE_MS = 10 * 60 * 1000
};

/* Tells the other nodes to read the tables. */
static const char changed_subject[] = "cluster.shards";

enum member_state { MEMBER_JOINING, MEMBER_JOINED, MEMBER_LEAVING, MEMBER_LEFT };

/* The handover of a shard to another node. */
struct transfer {
    bool is_releasing;
    int64_t since;              /* when the release began */
    char to[NODE_NAME_MAX + 1]; /* the node that gets it */
    int64_t given_epoch;        /* a row with this epoch or an older one is out of date */
};

struct membership {
    struct pending_list pending;
    struct timer timer;
    struct bus_subscription *changes;
    struct bus_listener bus_listener;
    struct server *server;
    enum member_state state;
    struct cluster_table table; /* as it was read last */
    struct transfer transfers[SHARD_TOTAL];
    unsigned claims[SHARD_TOTAL]; /* shards to take with the next renewal */
    unsigned claim_count, release_count;
    int64_t sent_at;           /* the last job */
    int64_t renewed_at;        /* when the last renewal that succeeded was sent; 0: never */
    int64_t contact_since;     /* since when the database answers; 0: it does not */
    int64_t gained_at;         /* the last shard whose games may not be loaded yet; 0: all are */
    int64_t drain_since;       /* 0: it does not drain */
    bool busy;                 /* a job is being written */
    bool is_step_due;          /* the next job is due at once */
    bool name_conflict_logged; /* that another server has the same name */
};

/* A job that is being written. */
struct step {
    struct pending_request request;
    int64_t sent_at;
    bool changes_shards;
    bool given[SHARD_TOTAL];
};

static void run_step(void *context);

static const struct server_config *config_of(const struct membership *membership)
{
    return &membership->server->config;
}

static bool is_shared(const struct membership *membership)
{
    return config_of(membership)->shares_store;
}

static void schedule_step(struct membership *membership, int64_t ms)
{
    struct server *server = membership->server;
    (void)timer_set(&server->timers, &membership->timer, server->now + ms, run_step, membership);
}

/* Runs the next step now, or as soon as the current one has been written. */
static void schedule_step_now(struct membership *membership)
{
    membership->is_step_due = true;
    if (!membership->busy && membership->state <= MEMBER_JOINED && is_shared(membership))
        schedule_step(membership, 0);
}

static void announce_change(const struct membership *membership)
{
    bus_publish(membership->server->bus, changed_subject, "", 0);
}

// ---- what the tables say ---------------------------------------------------------------------

static int own_index(const struct membership *membership)
{
    return cluster_table_find(&membership->table, config_of(membership)->node_name);
}

static void update_nodes(struct membership *membership)
{
    uint64_t alive[NODES_MAX];
    size_t count = 0;
    const int own = own_index(membership);
    for (size_t i = 0; i < membership->table.node_count; i++)
        if ((int)i != own && cluster_node_is_alive(&membership->table.nodes[i]))
            alive[count++] = membership->table.nodes[i].number;
    nodes_update(membership->server, alive, count);
}

static void end_transfer(struct membership *membership, unsigned shard)
{
    struct transfer *transfer = &membership->transfers[shard];
    membership->release_count -= transfer->is_releasing;
    transfer->is_releasing = false;
}

static void lose_shard(struct membership *membership, unsigned shard)
{
    end_transfer(membership, shard);
    shards_lose(membership->server, shard);
}

static void update_shard(struct membership *membership, unsigned shard, int own)
{
    struct server *server = membership->server;
    const struct cluster_shard *row = &membership->table.shards[shard];
    const int64_t known = shards_epoch(server, shard);
    if (row->epoch <= membership->transfers[shard].given_epoch)
        return;
    if (row->owner != own && known)
        lose_shard(membership, shard);
    if (row->owner == own && row->epoch != known) {
        end_transfer(membership, shard);
        shards_gain(server, shard, row->epoch, row->alive_until);
        membership->gained_at = server->now;
    }
}

static void update_shards(struct membership *membership)
{
    const unsigned before = shards_count_owned(membership->server);
    const int own = own_index(membership);
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        update_shard(membership, shard, own);
    const unsigned after = shards_count_owned(membership->server);
    if (after != before && is_shared(membership))
        log_line(membership->server->log, LOG_INFO, "cluster: node %s owns %u of %d shards",
                 config_of(membership)->node_name, after, SHARD_TOTAL);
}

// ---- what should change ----------------------------------------------------------------------

static bool owner_is_dead(const struct cluster_table *table, unsigned shard)
{
    const int owner = table->shards[shard].owner;
    return owner != NO_NODE && !cluster_node_is_alive(&table->nodes[owner]);
}

/* After an outage of the database all leases seem to have ended, so the other nodes get time to
 * renew theirs. */
static bool may_take_from_others(const struct membership *membership)
{
    return membership->contact_since &&
           membership->server->now - membership->contact_since >= CONTACT_MS;
}

static void consider_claim(struct membership *membership, unsigned shard)
{
    const bool is_dead = owner_is_dead(&membership->table, shard);
    if (membership->table.shards[shard].owner != NO_NODE && !is_dead)
        return;
    if (!is_dead || may_take_from_others(membership))
        membership->claims[membership->claim_count++] = shard;
}

static void start_release(struct membership *membership, unsigned shard, int to)
{
    struct transfer *transfer = &membership->transfers[shard];
    if (transfer->is_releasing || membership->release_count == RELEASES_MAX ||
        !shards_epoch(membership->server, shard))
        return;
    transfer->is_releasing = true;
    transfer->since = membership->server->now;
    memcpy(transfer->to, membership->table.nodes[to].name, sizeof transfer->to);
    membership->release_count++;
}

static void plan_shard_transfers(struct membership *membership)
{
    int wanted[SHARD_TOTAL];
    const int own = own_index(membership);
    membership->claim_count = 0;
    if (own == NO_NODE)
        return;
    balance_shards(&membership->table, wanted);
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++) {
        const bool is_own = membership->table.shards[shard].owner == own;
        if (wanted[shard] == own && !is_own)
            consider_claim(membership, shard);
        else if (is_own && wanted[shard] != own && wanted[shard] != NO_NODE)
            start_release(membership, shard, wanted[shard]);
    }
}

// ---- jobs ------------------------------------------------------------------------------------

static void bind_identity(const struct membership *membership, struct store_job *job)
{
    store_bind_text(job, config_of(membership)->node_name);
    store_bind_integer(job, (int64_t)nodes_self(membership->server));
}

/* A server that shares its store with nobody needs no lease. */
static void add_join(const struct membership *membership, struct store_job *job)
{
    const bool shared = is_shared(membership);
    store_call(job, STORE_JOIN);
    bind_identity(membership, job);
    store_bind_integer(job, shared ? LEASE_MS : 0);
    store_bind_text(job, shared ? config_of(membership)->node_place : "");
    store_bind_text(job, config_of(membership)->node_address);
    store_bind_integer(job, !membership->renewed_at);
    store_call(job, shared ? STORE_TAKE_OWN_SHARDS : STORE_TAKE_ALL_SHARDS);
    store_bind_text(job, config_of(membership)->node_name);
    store_call(job, STORE_DELETE_OLD_NODES);
    store_bind_integer(job, OLD_NODE_MS);
}

static void add_transfer(struct store_job *job, enum statement statement, unsigned shard,
                         int64_t epoch, const char *to)
{
    store_call(job, statement);
    store_bind_integer(job, shard);
    store_bind_integer(job, epoch);
    store_bind_text(job, to);
}

/* Stops owning the shard before the job is written. If it cannot be handed over, the next look at
 * the tables gives it back to this node. */
static void give_shard(struct membership *membership, struct step *step, struct store_job *job,
                       unsigned shard)
{
    struct transfer *transfer = &membership->transfers[shard];
    const int64_t epoch = shards_epoch(membership->server, shard);
    const int to = cluster_table_find(&membership->table, transfer->to);
    if (to != NO_NODE && cluster_node_can_take_shards(&membership->table.nodes[to])) {
        add_transfer(job, STORE_GIVE_SHARD, shard, epoch, transfer->to);
        transfer->given_epoch = epoch;
        step->given[shard] = step->changes_shards = true;
    }
    lose_shard(membership, shard);
}

static bool is_released(struct membership *membership, unsigned shard)
{
    const struct transfer *transfer = &membership->transfers[shard];
    return transfer->is_releasing && (shards_release(membership->server, shard) ||
                                      membership->server->now - transfer->since >= RELEASE_MAX_MS);
}

static void add_renewal(struct membership *membership, struct step *step, struct store_job *job)
{
    store_call(job, STORE_RENEW_LEASE);
    bind_identity(membership, job);
    store_bind_integer(job, LEASE_MS);
    store_bind_integer(job, membership->drain_since != 0);
    if (membership->gained_at && membership->server->now - membership->gained_at >= SETTLE_MS) {
        store_call(job, STORE_SETTLE_SHARDS);
        store_bind_text(job, config_of(membership)->node_name);
        membership->gained_at = 0;
    }
    for (unsigned i = 0; i < membership->claim_count; i++) {
        const unsigned shard = membership->claims[i];
        add_transfer(job, STORE_TAKE_SHARD, shard, membership->table.shards[shard].epoch,
                     config_of(membership)->node_name);
        step->changes_shards = true;
    }
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        if (is_released(membership, shard))
            give_shard(membership, step, job, shard);
}

// ---- answers ---------------------------------------------------------------------------------

static void count_takeovers(const struct membership *membership)
{
    const int own = own_index(membership);
    for (unsigned i = 0; i < membership->claim_count; i++)
        if (membership->table.shards[membership->claims[i]].owner == own)
            metrics_count(membership->server->metrics, METRIC_TAKEOVERS);
}

static void handle_step_done(struct membership *membership, const struct step *step,
                             struct store_job *job)
{
    if (membership->state == MEMBER_JOINING)
        membership->state = MEMBER_JOINED;
    membership->name_conflict_logged = false;
    membership->renewed_at = step->sent_at;
    if (!membership->contact_since)
        membership->contact_since = step->sent_at;
    shards_set_lease(membership->server,
                     is_shared(membership) ? step->sent_at + OWN_LEASE_MS : INT64_MAX);
    cluster_table_read(job, &membership->table);
    count_takeovers(membership);
    update_nodes(membership);
    update_shards(membership);
    if (step->changes_shards)
        announce_change(membership);
}

/* The job may have taken effect or not, so whether shards were given away is read from the tables.
 */
static void handle_step_failed(struct membership *membership, const struct step *step)
{
    membership->contact_since = 0;
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        if (step->given[shard])
            membership->transfers[shard].given_epoch = 0;
}

/* Another server has this node's name, or has had it. */
static void handle_name_conflict(struct membership *membership)
{
    if (!membership->name_conflict_logged)
        log_line(
            membership->server->log, LOG_WARNING,
            "cluster: another server runs as node %s, or did so a moment ago; this one runs no "
            "games until the lease of that one has ended. Give each server its own --node",
            config_of(membership)->node_name);
    membership->name_conflict_logged = true;
    membership->state = MEMBER_JOINING;
    membership->contact_since = 0;
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        lose_shard(membership, shard);
}

/* After a failure nothing is claimed until the tables have been read again: they may have changed.
 */
static void schedule_next(struct membership *membership, bool succeeded)
{
    membership->claim_count = 0;
    if (membership->state > MEMBER_JOINED)
        return;
    if (succeeded && is_shared(membership))
        plan_shard_transfers(membership);
    if (succeeded && (membership->is_step_due || membership->claim_count))
        schedule_step(membership, 0);
    else if (membership->release_count)
        schedule_step(membership, RELEASE_STEP_MS);
    else if (is_shared(membership) || !succeeded)
        schedule_step(membership, RENEW_MS);
}

static void on_step(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct step *step = context;
    struct server *server = step->request.server;
    if (server) {
        struct membership *membership = server->membership;
        membership->busy = false;
        if (outcome == STORE_DONE)
            handle_step_done(membership, step, job);
        else if (outcome == STORE_REFUSED && membership->state <= MEMBER_JOINED)
            handle_name_conflict(membership);
        else
            handle_step_failed(membership, step);
        schedule_next(membership, outcome == STORE_DONE);
    }
    pending_destroy(&step->request);
}

/* While shards are being released, steps are frequent, but a job is only sent when there is
 * something to write. */
static bool is_job_due(struct membership *membership)
{
    if (membership->claim_count || membership->is_step_due ||
        membership->server->now - membership->sent_at >= RENEW_MS)
        return true;
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        if (is_released(membership, shard))
            return true;
    return false;
}

static void send_step(struct membership *membership)
{
    struct step *step = pending_create(&membership->pending, sizeof *step);
    if (!step) {
        schedule_step(membership, RENEW_MS);
        return;
    }
    struct store_job *job = store_job_create();
    membership->busy = true;
    membership->is_step_due = false;
    step->sent_at = membership->sent_at = membership->server->now;
    if (membership->state == MEMBER_JOINING)
        add_join(membership, job);
    else
        add_renewal(membership, step, job);
    cluster_table_query(job);
    store_write(membership->server->store, job, on_step, step);
}

static void run_step(void *context)
{
    struct membership *membership = context;
    if (membership->busy || membership->state > MEMBER_JOINED)
        return;
    if (is_job_due(membership))
        send_step(membership);
    else
        schedule_step(membership, RELEASE_STEP_MS);
}

// ---- the bus ---------------------------------------------------------------------------------

static void on_change(void *context, const struct bus_message *message)
{
    (void)message;
    schedule_step_now(context);
}

static void on_gap(struct bus_listener *listener)
{
    schedule_step_now(LIST_OWNER(listener, struct membership, bus_listener));
}

// ---- create and destroy ----------------------------------------------------------------------

rk_err membership_create(struct server *server)
{
    struct membership *membership = calloc(1, sizeof *membership);
    if (!membership)
        return RK_NO_MEMORY;
    server->membership = membership;
    membership->server = server;
    pending_list_init(&membership->pending, server);
    membership->bus_listener.on_gap = on_gap;
    list_init(&membership->bus_listener.node);
    if (is_shared(membership)) {
        bus_listen(server->bus, &membership->bus_listener);
        membership->changes =
            bus_subscribe(server->bus, changed_subject, NULL, on_change, membership);
    }
    send_step(membership);
    return RK_OK;
}

void membership_destroy(struct server *server)
{
    struct membership *membership = server->membership;
    if (!membership)
        return;
    timer_stop(&server->timers, &membership->timer);
    bus_unlisten(&membership->bus_listener);
    bus_unsubscribe(server->bus, membership->changes);
    pending_cancel_all(&membership->pending);
    free(membership);
    server->membership = NULL;
}

// ---- asking ----------------------------------------------------------------------------------

bool membership_ready(const struct server *server)
{
    return server->membership->renewed_at != 0;
}

static bool lease_is_valid(const struct membership *membership)
{
    return !is_shared(membership) ||
           membership->server->now < membership->renewed_at + OWN_LEASE_MS;
}

const char *membership_problem(const struct server *server)
{
    const struct membership *membership = server->membership;
    if (membership->name_conflict_logged)
        return "another server runs with the name of this node";
    if (!lease_is_valid(membership))
        return "the lease of this node could not be renewed";
    return server->leaving ? "the games are being handed over to other nodes" : NULL;
}

void membership_collect_metrics(struct server *server)
{
    const struct membership *membership = server->membership;
    struct metrics *metrics = server->metrics;
    metrics_set(metrics, METRIC_CLUSTER_NODES, (int64_t)nodes_list(server, NULL, 0));
    metrics_set(metrics, METRIC_SHARDS_OWNED, shards_count_owned(server));
    metrics_set(metrics, METRIC_LEASE_AGE,
                is_shared(membership) ? server->now - membership->renewed_at : 0);
}

uint64_t membership_owner(const struct server *server, unsigned shard)
{
    const struct cluster_table *table = &server->membership->table;
    const int owner = table->shards[shard].owner;
    return owner != NO_NODE && (size_t)owner < table->node_count ? table->nodes[owner].number : 0;
}

void membership_invalidate(struct server *server)
{
    if (!is_shared(server->membership))
        return;
    shards_set_lease(server, 0);
    schedule_step_now(server->membership);
}

// ---- leaving ---------------------------------------------------------------------------------

/* Whether another node could take the shards of this one. */
static bool has_successor(const struct membership *membership)
{
    const struct cluster_table *table = &membership->table;
    const int own = own_index(membership);
    for (size_t i = 0; i < table->node_count; i++)
        if ((int)i != own && cluster_node_can_take_shards(&table->nodes[i]))
            return true;
    return false;
}

bool membership_drain(struct server *server)
{
    struct membership *membership = server->membership;
    if (membership->state != MEMBER_JOINED || !is_shared(membership) || !has_successor(membership))
        return false;
    if (!membership->drain_since)
        membership->drain_since = server->now;
    schedule_step_now(membership);
    return true;
}

bool membership_is_drained(const struct server *server)
{
    const struct membership *membership = server->membership;
    if (membership->state != MEMBER_JOINED || !has_successor(membership) ||
        server->now - membership->drain_since >= DRAIN_MAX_MS)
        return true;
    return !membership->busy && !shards_count_owned(server);
}

static void on_left(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    (void)outcome; // on failure, the others wait until the lease ends
    struct pending_request *request = context;
    if (request->server) {
        request->server->membership->state = MEMBER_LEFT;
        announce_change(request->server->membership);
    }
    pending_destroy(request);
}

void membership_leave(struct server *server)
{
    struct membership *membership = server->membership;
    if (membership->state > MEMBER_JOINED)
        return;
    struct pending_request *request =
        is_shared(membership) ? pending_create(&membership->pending, sizeof *request) : NULL;
    membership->state = request ? MEMBER_LEAVING : MEMBER_LEFT;
    timer_stop(&server->timers, &membership->timer);
    if (!request)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_LEAVE);
    bind_identity(membership, job);
    store_write(server->store, job, on_left, request);
}

bool membership_has_left(const struct server *server)
{
    return server->membership->state == MEMBER_LEFT;
}
