/* SPDX-License-Identifier: MIT */
#include "support/cluster.h"

#include <string.h>

#include "base/milliseconds.h"
#include "cluster/cluster_table.h"
#include "cluster/shards.h"
#include "core/metrics.h"
#include "support/board.h"
#include "support/database_clock.h"
#include "support/empty_store.h"

enum { PASSES = 4 /* a message may cause an answer, and that another message */ };

static const char *const names[CLUSTER_NODES] = {"ada", "ben", "cleo"};

static void set_time(struct cluster *cluster, int64_t now)
{
    cluster->now = cluster->network.now = now;
    database_clock_set(now);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        if (cluster_runs(cluster, i))
            server_set_now(cluster_server(cluster, i), now + cluster->members[i].skew);
}

void cluster_open(struct cluster *cluster)
{
    memset(cluster, 0, sizeof *cluster);
    fake_network_init(&cluster->network, 1);
    set_time(cluster, INT64_C(1700000000000));
    cluster->database = empty_store_open(&(struct store_options){.inline_jobs = true});
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        harness_open_node(&cluster->members[i].harness, names[i], cluster->database,
                          fake_network_open_bus(&cluster->network));
}

void cluster_close(struct cluster *cluster)
{
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        struct cluster_member *member = &cluster->members[i];
        if (!member->harness.server)
            harness_launch(&member->harness);
        harness_close(&member->harness);
    }
    empty_store_close(cluster->database);
}

struct server *cluster_server(struct cluster *cluster, size_t index)
{
    return cluster->members[index].harness.server;
}

bool cluster_runs(const struct cluster *cluster, size_t index)
{
    const struct cluster_member *member = &cluster->members[index];
    return member->harness.server && !member->is_frozen;
}

void cluster_start(struct cluster *cluster, size_t index)
{
    struct cluster_member *member = &cluster->members[index];
    member->harness.now = cluster->now + member->skew;
    harness_launch(&member->harness);
    cluster_settle(cluster);
}

void cluster_kill(struct cluster *cluster, size_t index)
{
    struct cluster_member *member = &cluster->members[index];
    fake_store_lose_queue(&member->harness.store);
    harness_destroy(&member->harness);
    member->is_frozen = false;
}

void cluster_settle(struct cluster *cluster)
{
    for (int pass = 0; pass < PASSES; pass++)
        for (size_t i = 0; i < CLUSTER_NODES; i++)
            if (cluster_runs(cluster, i))
                harness_settle(&cluster->members[i].harness);
}

/* When something happens next, at most `until`. */
static int64_t next_time(struct cluster *cluster, int64_t until)
{
    int64_t next = min_ms(until, fake_network_next(&cluster->network));
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        if (cluster_runs(cluster, i))
            next = min_ms(next, timers_next(&cluster_server(cluster, i)->timers) -
                                    cluster->members[i].skew);
    return next > cluster->now ? next : cluster->now + 1;
}

void cluster_wait(struct cluster *cluster, int64_t ms)
{
    const int64_t until = cluster->now + ms;
    cluster_settle(cluster);
    while (cluster->now < until) {
        set_time(cluster, next_time(cluster, until));
        cluster_settle(cluster);
    }
}

// ---- the lobby and the games -----------------------------------------------------------------

static void keep_table(void *context, struct store_job *job, enum store_outcome outcome)
{
    assert_int_equal(outcome, STORE_DONE);
    cluster_table_read(job, context);
}

struct cluster_table cluster_read_table(struct cluster *cluster)
{
    struct cluster_table table = {0};
    struct store_job *job = store_job_create();
    cluster_table_query(job);
    store_read(cluster->database, job, keep_table, &table);
    store_poll(cluster->database);
    return table;
}

void cluster_move_lobby(struct cluster *cluster, size_t to)
{
    const struct cluster_table table = cluster_read_table(cluster);
    struct store_job *job = store_job_create();
    store_call(job, STORE_GIVE_SHARD);
    store_bind_integer(job, SHARD_LOBBY);
    store_bind_integer(job, table.shards[SHARD_LOBBY].epoch);
    store_bind_text(job, names[to]);
    store_write(cluster->database, job, NULL, NULL);
    store_poll(cluster->database);
    bus_publish(cluster->members[to].harness.bus, "cluster.shards", "", 0);
    for (int i = 0; !shard_is_ours(cluster_server(cluster, to), SHARD_LOBBY) && i < 100; i++)
        cluster_wait(cluster, 100);
    assert_true(shard_is_ours(cluster_server(cluster, to), SHARD_LOBBY));
}

void cluster_start_all(struct cluster *cluster)
{
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        cluster_start(cluster, i);
    cluster_wait(cluster, 5 * SECOND);
    if (!shard_is_ours(cluster_server(cluster, 0), SHARD_LOBBY))
        cluster_move_lobby(cluster, 0);
    cluster_wait(cluster, SECOND);
}

size_t cluster_count_games(struct cluster *cluster)
{
    size_t count = 0;
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        if (cluster_runs(cluster, i))
            count +=
                (size_t)metrics_get(cluster_server(cluster, i)->metrics, METRIC_GAMES_STARTED, 0);
    return count;
}
