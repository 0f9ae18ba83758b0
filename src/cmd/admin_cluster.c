/* SPDX-License-Identifier: MIT */
/* rookery admin cluster: the nodes, and what they own. */
#include <inttypes.h>
#include <stdio.h>

#include "base/json.h"
#include "cluster/cluster_table.h"
#include "cmd/admin.h"

/* What the store says, with the running games of each shard. */
struct survey {
    bool failed;
    struct cluster_table table;
    int64_t games[SHARD_TOTAL];
};

struct node_summary {
    const struct cluster_node *node;
    unsigned shards;
    int64_t games;
    bool has_lobby;
};

// ---- reading ---------------------------------------------------------------------------------

static void take_table(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct survey *survey = context;
    survey->failed |= outcome != STORE_DONE;
    if (outcome == STORE_DONE)
        cluster_table_read(job, &survey->table);
}

static void take_games(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct survey *survey = context;
    survey->failed |= outcome != STORE_DONE;
    while (outcome == STORE_DONE && store_next_row(job)) {
        const int64_t shard = store_get_integer(job, 0);
        if (shard >= 0 && shard < SHARD_TOTAL)
            survey->games[shard] = store_get_integer(job, 1);
    }
}

static void read_survey(struct store *store, struct survey *out)
{
    struct store_job *job = store_job_create();
    cluster_table_query(job);
    store_read(store, job, take_table, out);
    job = store_job_create();
    store_call(job, STORE_GAMES_BY_SHARD);
    store_read(store, job, take_games, out);
    store_poll(store);
}

/* Of a node, or of NO_NODE. */
static struct node_summary summarize_node(const struct survey *survey, int index)
{
    struct node_summary summary = {.node = index == NO_NODE ? NULL : &survey->table.nodes[index]};
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        if (survey->table.shards[shard].owner == index) {
            summary.shards++;
            summary.games += survey->games[shard];
            summary.has_lobby |= shard == SHARD_LOBBY;
        }
    return summary;
}

// ---- printing --------------------------------------------------------------------------------

/* A server on SQLite shares its store with nobody and needs no lease. */
static const char *state_of(const struct admin *admin, const struct cluster_node *node)
{
    if (admin->data)
        return "alone";
    if (!cluster_node_is_alive(node))
        return node->has_left ? "stopped" : "dead";
    return node->draining ? "draining" : "alive";
}

static void print_json(const struct admin *admin, const struct node_summary *summary)
{
    const struct cluster_node *node = summary->node;
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_text(&json, "node", node->name);
    json_put_text(&json, "state", state_of(admin, node));
    if (!admin->data)
        json_put_integer(&json, "leaseMs", node->lease_ms > 0 ? node->lease_ms : 0);
    json_put_integer(&json, "shards", summary->shards);
    json_put_bool(&json, "lobby", summary->has_lobby);
    json_put_integer(&json, "games", summary->games);
    if (node->heartbeat_age_ms >= 0)
        json_put_integer(&json, "beatAgeMs", node->heartbeat_age_ms);
    json_put_text(&json, "address", node->address);
    json_end_object(&json);
    puts(buffer_cstr(&line));
    buffer_fini(&line);
}

static void write_seconds(int64_t ms, char out[32])
{
    if (ms < 0)
        snprintf(out, 32, "-");
    else
        snprintf(out, 32, "%" PRId64 ".%" PRId64, ms / 1000, ms % 1000 / 100);
}

static void print_line(const struct admin *admin, const struct node_summary *summary)
{
    char lease[32], beat[32], shards[32];
    const struct cluster_node *node = summary->node;
    write_seconds(admin->data || node->lease_ms < 0 ? -1 : node->lease_ms, lease);
    write_seconds(node->heartbeat_age_ms, beat);
    snprintf(shards, sizeof shards, "%u%s", summary->shards, summary->has_lobby ? "*" : "");
    printf("%-24s  %-8s  %5s  %6s  %7" PRId64 "  %9s  %s\n", node->name, state_of(admin, node),
           lease, shards, summary->games, beat, node->address);
}

int admin_cluster(struct admin *admin)
{
    static struct survey survey; // too large for the stack
    const bool json = admin->options.json;
    read_survey(admin->store, &survey);
    if (survey.failed)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    if (!json)
        printf("%-24s  %-8s  %5s  %6s  %7s  %9s  %s\n", "NODE", "STATE", "LEASE", "SHARDS", "GAMES",
               "LAST BEAT", "ADDRESS");
    for (size_t i = 0; i < survey.table.node_count; i++) {
        const struct node_summary summary = summarize_node(&survey, (int)i);
        (json ? print_json : print_line)(admin, &summary);
    }
    const struct node_summary rest = summarize_node(&survey, NO_NODE);
    if (rest.shards && !json)
        printf("%u shards with %" PRId64 " games have no owner\n", rest.shards, rest.games);
    return EXIT_OK;
}
