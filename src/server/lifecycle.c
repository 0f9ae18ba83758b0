/* SPDX-License-Identifier: MIT */
/* Creating, running, stopping and destroying the server. */
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/blocks.h"
#include "accounts/presence.h"
#include "accounts/presence_replication.h"
#include "accounts/setup.h"
#include "analysis/evaluations.h"
#include "analysis/review_queue.h"
#include "analysis/review_replication.h"
#include "api/assets.h"
#include "api/game_streams.h"
#include "api/health.h"
#include "api/metrics_history.h"
#include "archive/own_games.h"
#include "base/milliseconds.h"
#include "cluster/channels.h"
#include "cluster/invalidation.h"
#include "cluster/membership.h"
#include "cluster/nodes.h"
#include "cluster/shards.h"
#include "core/limits.h"
#include "core/metrics.h"
#include "http/exchange.h"
#include "lobby/bot_games.h"
#include "lobby/bulk_pairings.h"
#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "lobby/lobby_replica.h"
#include "lobby/online_people.h"
#include "lobby/pools.h"
#include "lobby/rematches.h"
#include "lobby/seeks.h"
#include "moderation/moderation.h"
#include "moderation/restart.h"
#include "moderation/server_settings.h"
#include "puzzle_training/puzzle_searches.h"
#include "ratings/ratings.h"
#include "rounds/ended_games.h"
#include "rounds/owner_requests.h"
#include "rounds/rounds.h"
#include "rounds/spectators.h"
#include "rounds/vacations.h"
#include "running/node_summary.h"
#include "running/remote_games.h"
#include "running/results.h"
#include "running/running_games.h"
#include "running/tv.h"
#include "server/relay.h"
#include "server/server.h"
#include "server/ws_session.h"
#include "social/erasures.h"
#include "social/person_cache.h"

// ---- modules ---------------------------------------------------------------------------------

static bool is_ready(const struct server *server)
{
    (void)server;
    return true;
}

static const struct module {
    rk_err (*create)(struct server *server);
    bool (*ready)(const struct server *server);
    void (*destroy)(struct server *server);
} modules[] = {
#define ROW(name, ready) {name##_create, ready, name##_destroy},
#include "server/modules.def"
};
enum { MODULE_COUNT = sizeof modules / sizeof *modules };

// ---- creating, running and stopping ----------------------------------------------------------

rk_err server_create(const struct server_config *config, const struct server_env *env,
                     struct store *store, struct bus *bus, int64_t now, struct server **out)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server)
        return RK_NO_MEMORY;
    server->config = *config;
    server->env = *env;
    server->store = store;
    server->bus = bus;
    server->log = env->log;
    server->now = now;
    server->clock_set_at = config->distrust_clock ? now : 0;
    timers_init(&server->timers);
    for (size_t i = 0; i < MODULE_COUNT; i++) {
        const rk_err err = modules[i].create(server);
        if (err) {
            server_destroy(server);
            return err;
        }
    }
    *out = server;
    return RK_OK;
}

bool server_ready(const struct server *server)
{
    for (size_t i = 0; i < MODULE_COUNT; i++)
        if (!modules[i].ready(server))
            return false;
    return true;
}

void server_destroy(struct server *server)
{
    if (!server)
        return;
    for (size_t i = MODULE_COUNT; i-- > 0;)
        modules[i].destroy(server);
    timers_fini(&server->timers);
    free(server);
}

static void start_stopping(struct server *server)
{
    server->stopping = true;
    rounds_stop(server);
}

// Waits until all games are on disk, so that clients still get the answers to their last commands.
static void close_if_stopped(struct server *server)
{
    if (server->leaving && !server->stopping && membership_is_drained(server))
        start_stopping(server);
    if (!server->stopping || server->stopped || !rounds_stopped(server))
        return;
    membership_leave(server);
    if (!membership_has_left(server))
        return;
    ws_sessions_close_all(server);
    exchanges_close_streams(server);
    server->stopped = true;
}

int64_t server_advance(struct server *server, int64_t now)
{
    server_set_now(server, now);
    store_poll(server->store);
    timers_run(&server->timers, server->now);
    // After the timers: the requests that they make have deadlines, too.
    const int64_t bus_next = bus_poll(server->bus, server->now);
    ws_sessions_free_closed(server);
    close_if_stopped(server);
    const bool has_more = spectators_send_slice(server);
    const int64_t flush_next = bus_flush(server->bus, server->now);
    return has_more ? server->now
                    : min_ms(timers_next(&server->timers), min_ms(bus_next, flush_next));
}

/* A jump of the clock is more than the two clocks drift apart between two calls. */
void server_set_date(struct server *server, int64_t date)
{
    enum { STEP_MS = 1000 };
    const int64_t step = date - server_date(server);
    server->date_offset += step;
    if (step > -STEP_MS && step < STEP_MS)
        return;
    server->clock_set_at = server->now;
    log_line(server->log, LOG_WARNING,
             "the system's clock was set %s by %lld s: dates follow it, the clocks of games do not",
             step < 0 ? "back" : "forward", (long long)((step < 0 ? -step : step) / 1000));
}

/* An idle server's time is that of its last event, and must not be compared with a later date. */
void server_read_clock(struct server *server, int64_t now, int64_t date)
{
    server_set_now(server, now);
    server_set_date(server, date);
}

void server_stop(struct server *server, int64_t now)
{
    server_set_now(server, now);
    if (server->stopping)
        return;
    server->leaving = membership_drain(server);
    server->draining |= server->leaving;
    if (!server->leaving)
        start_stopping(server);
}

bool server_is_leaving(const struct server *server)
{
    return server->leaving && !server->stopping;
}

bool server_wants_restart(const struct server *server)
{
    return restart_is_due(server);
}

bool server_stopped(const struct server *server)
{
    return server->stopped;
}

struct metrics *server_metrics(struct server *server)
{
    return server->metrics;
}

#define TAKE(field)                                                       \
    if (memcmp(&before->field, &after->field, sizeof before->field) != 0) \
    memcpy(&server->config.field, &after->field, sizeof after->field)

void server_reconfigure(struct server *server, const struct server_config *before,
                        const struct server_config *after)
{
    TAKE(hash_ops);
    TAKE(hash_mib);
    TAKE(anonymous_per_address);
    TAKE(vacation_days);
    server_settings_set_base(server, after);
    server->config.metrics_from = after->metrics_from;
    server->config.metrics_token = after->metrics_token; // the old text is freed
}
#undef TAKE

void server_log_summary(struct server *server)
{
    const struct store_stats stats = store_stats(server->store);
    log_line(server->log, LOG_INFO,
             "games: %zu, stalled: %zu; moves: %lld; WebSockets: %lld, streams: %lld, requests and "
             "streams: %zu; store: %zu writes and %zu reads wait, %llu failed",
             rounds_count_running(server), rounds_count_stalled(server),
             (long long)metrics_get(server->metrics, METRIC_MOVES, 0),
             (long long)metrics_get(server->metrics, METRIC_CONNECTIONS, CONNECTIONS_WEBSOCKET),
             (long long)metrics_get(server->metrics, METRIC_CONNECTIONS, CONNECTIONS_STREAM),
             exchanges_count(server), stats.waiting_writes, stats.waiting_reads,
             (unsigned long long)stats.failures);
}
