/* SPDX-License-Identifier: MIT */
/* GET /metrics: the metrics of core/metrics.def, for Prometheus. They reveal how much the server is
 * used, so only clients that the operator allows may read them: by default, programs on the same
 * machine. GET /api/mod/numbers: the most important of them, for the page of the staff. */
#include "core/metrics.h"

#include <string.h>

#include "accounts/presence.h"
#include "accounts/secret.h"
#include "analysis/review_queue.h"
#include "api/api.h"
#include "api/handlers.h"
#include "api/health.h"
#include "api/live_metrics.h"
#include "cluster/membership.h"

static const char content_type[] = "text/plain; version=0.0.4; charset=utf-8";

/* A proxy on the same machine forwards requests of any client, so requests through a proxy never
 * count as local, even if it is not trusted. */
static bool is_allowed_address(const struct exchange *exchange)
{
    const struct server_config *config = &exchange->server->config;
    const struct request *request = &exchange->request;
    struct networks loopback;
    struct address address;
    if (!address_parse(request->address, strlen(request->address), &address) ||
        !networks_parse("loopback", &loopback, NULL, 0))
        return false;
    return config->metrics_from.count
               ? networks_contain(&config->metrics_from, &address)
               : !request->forwarded && networks_contain(&loopback, &address);
}

static bool has_token(const struct exchange *exchange)
{
    static const char scheme[] = "Bearer ";
    const char *token = exchange->server->config.metrics_token;
    const char *given = exchange->request.authorization;
    return token && *token && !strncmp(given, scheme, sizeof scheme - 1) &&
           secret_equals(given + sizeof scheme - 1, token);
}

static void collect_store(struct server *server)
{
    const struct store_stats stats = store_stats(server->store);
    struct metrics *metrics = server->metrics;
    metrics_set(metrics, METRIC_STORE_WRITES, (int64_t)stats.writes);
    metrics_set(metrics, METRIC_STORE_READS, (int64_t)stats.reads);
    metrics_set(metrics, METRIC_STORE_ERRORS, (int64_t)stats.failures);
    metrics_set_label(metrics, METRIC_QUEUE, QUEUE_STORE_WRITES, (int64_t)stats.waiting_writes);
    metrics_set_label(metrics, METRIC_QUEUE, QUEUE_STORE_READS, (int64_t)stats.waiting_reads);
    metrics_set_label(metrics, METRIC_QUEUE, QUEUE_REVIEWS, (int64_t)review_queue_count(server));
    metrics_share_histogram(metrics, METRIC_COMMIT_SECONDS, stats.commits);
}

static void collect_bus(struct server *server)
{
    const struct bus_stats stats = bus_stats(server->bus);
    struct metrics *metrics = server->metrics;
    metrics_set(metrics, METRIC_BUS_CONNECTED, stats.connected);
    metrics_set(metrics, METRIC_BUS_RECONNECTS, (int64_t)stats.reconnects);
    metrics_set(metrics, METRIC_BUS_SENT, (int64_t)stats.sent);
    metrics_set(metrics, METRIC_BUS_RECEIVED, (int64_t)stats.received);
    metrics_set(metrics, METRIC_BUS_DROPPED, (int64_t)stats.dropped);
    metrics_set(metrics, METRIC_BUS_WAITING, (int64_t)stats.waiting);
    metrics_set(metrics, METRIC_BUS_WAITING_BYTES, (int64_t)stats.waiting_bytes);
    metrics_set(metrics, METRIC_BUS_REQUESTS, (int64_t)stats.requests);
    metrics_set(metrics, METRIC_BUS_TIMED_OUT, (int64_t)stats.timed_out);
}

void live_metrics_collect(struct server *server)
{
    metrics_set(server->metrics, METRIC_READY, health_was_ready(server));
    membership_collect_metrics(server);
    metrics_set(server->metrics, METRIC_GAMES, (int64_t)rounds_count_running(server));
    metrics_set(server->metrics, METRIC_GAMES_STALLED, (int64_t)rounds_count_stalled(server));
    collect_store(server);
    collect_bus(server);
    metrics_set(server->metrics, METRIC_LOG_DROPPED, (int64_t)log_dropped(server->log));
    if (server->env.collect)
        server->env.collect(server->env.context, server->metrics);
}

size_t live_metrics_count_people(const struct server *server)
{
    size_t count = 0;
    for (size_t at = 0; presence_next(server, &at);)
        count++;
    return count;
}

void metrics_handler(struct exchange *exchange)
{
    if (!is_allowed_address(exchange) && !has_token(exchange)) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN,
                        "metrics are for the operator: see metrics-from and metrics-token");
        return;
    }
    live_metrics_collect(exchange->server);
    metrics_write(exchange->server->metrics, &exchange->body);
    if (exchange->body.failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else
        exchange_respond(exchange, 200, content_type, buffer_cstr(&exchange->body),
                         exchange->body.size);
}

// ---- for the staff ---------------------------------------------------------------------------

/* The bounds of the buckets in microseconds, and how many durations each has: the difference of two
 * requests tells how long moves took between them. */
static void write_durations(const struct histogram *histogram, const char *name, struct json *json)
{
    json_put_object(json, name);
    json_put_array(json, "bounds");
    for (size_t i = 0; i + 1 < HISTOGRAM_BUCKETS; i++)
        json_number(json, histogram_bound(i));
    json_end_array(json);
    json_put_array(json, "counts");
    for (size_t i = 0; histogram && i < HISTOGRAM_BUCKETS; i++)
        json_number(json, (int64_t)histogram_count(histogram, i));
    json_end_array(json);
    json_end_object(json);
}

static void write_numbers(const struct server *server, struct json *json)
{
    static const struct {
        const char *name;
        enum metric metric;
        unsigned label;
    } numbers[] = {{"startedAt", METRIC_START_TIME, 0},
                   {"games", METRIC_GAMES, 0},
                   {"gamesStarted", METRIC_GAMES_STARTED, 0},
                   {"moves", METRIC_MOVES, 0},
                   {"connections", METRIC_CONNECTIONS, CONNECTIONS_ALL},
                   {"connectionsMax", METRIC_CONNECTIONS_MAX, 0},
                   {"webSockets", METRIC_CONNECTIONS, CONNECTIONS_WEBSOCKET},
                   {"memory", METRIC_MEMORY, 0},
                   {"cpuMicroseconds", METRIC_CPU_SECONDS, 0},
                   {"waitingWrites", METRIC_QUEUE, QUEUE_STORE_WRITES},
                   {"storeErrors", METRIC_STORE_ERRORS, 0},
                   {"clockOffset", METRIC_CLOCK_OFFSET, 0}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_put_integer(json, numbers[i].name,
                         metrics_get(server->metrics, numbers[i].metric, numbers[i].label));
}

void mod_numbers_handler(struct exchange *exchange)
{
    struct server *server = exchange->server;
    struct json json = json_in(&exchange->body);
    live_metrics_collect(server);
    json_begin_object(&json);
    json_put_integer(&json, "now", server_date(server));
    json_put_text(&json, "version", ROOKERY_VERSION);
    json_put_bool(&json, "ready", health_was_ready(server));
    json_put_integer(&json, "people", (int64_t)live_metrics_count_people(server));
    write_numbers(server, &json);
    write_durations(metrics_histogram(server->metrics, METRIC_MOVE_SECONDS), "moveDurations",
                    &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}
