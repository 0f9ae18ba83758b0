/* SPDX-License-Identifier: MIT */
#include "api/health.h"

#include <stdlib.h>

#include "api/handlers.h"
#include "base/milliseconds.h"
#include "cluster/membership.h"
#include "http/exchange.h"

enum {
    CACHE_MS = 2 * SECOND_MS,    /* results are cached for this long, to limit the writes */
    DEADLINE_MS = 2 * SECOND_MS, /* for the write; a probe usually waits longer */
    WAITERS_MAX = 256
};

enum store_state { STORE_UNTESTED, STORE_WORKS, STORE_FAILS, STORE_IS_SILENT };

struct health {
    struct pending_list pending;
    enum store_state store;
    int64_t checked_at;
    bool checking; /* a write is under way */
    struct timer deadline;
    struct exchange *waiters[WAITERS_MAX];
    size_t waiter_count;
};

rk_err health_create(struct server *server)
{
    struct health *health = calloc(1, sizeof *health);
    if (!health)
        return RK_NO_MEMORY;
    pending_list_init(&health->pending, server);
    server->health = health;
    return RK_OK;
}

/* Exchanges that wait for a check have been destroyed before. */
void health_destroy(struct server *server)
{
    if (!server->health)
        return;
    timer_stop(&server->timers, &server->health->deadline);
    pending_cancel_all(&server->health->pending);
    free(server->health);
    server->health = NULL;
}

/* Not ready until the server has connected to the bus once. A server that loses the bus later stays
 * ready, because it still runs its own games: if all nodes lost the bus, taking all of them out of
 * service would be worse. Without a lease, however, it cannot run games. */
static bool has_joined(const struct server *server)
{
    return bus_stats(server->bus).has_connected && !membership_problem(server);
}

bool health_was_ready(const struct server *server)
{
    const enum store_state store = server->health->store;
    return !server->stopping && (store == STORE_UNTESTED || store == STORE_WORKS) &&
           has_joined(server);
}

// ---- responding ------------------------------------------------------------------------------

static const char *store_problem(enum store_state state)
{
    switch (state) {
    case STORE_FAILS:
        return "the store cannot write: see the log";
    case STORE_IS_SILENT:
        return "the store does not answer in time";
    default:
        return NULL;
    }
}

static void put_check(struct json *json, const char *name, const char *problem)
{
    json_put_text(json, name, problem ? problem : "ok");
}

/* A server that is not ready yet accepts no connections, so there is no check for that. */
static void respond_readiness(struct exchange *exchange)
{
    const struct server *server = exchange->server;
    const char *store = store_problem(server->health->store);
    const bool ready = !server->stopping && !store && has_joined(server);
    const struct bus_stats bus = bus_stats(server->bus);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_bool(&json, "ready", ready);
    json_put_object(&json, "checks");
    put_check(&json, "running", server->stopping ? "the server is stopping" : NULL);
    put_check(&json, "store", store);
    if (server->config.shares_store)
        put_check(&json, "cluster", membership_problem(server));
    if (bus_has_peers(server->bus))
        put_check(&json, "bus", bus.connected ? NULL : "not connected to NATS: see the log");
    json_end_object(&json);
    json_end_object(&json);
    exchange_header(exchange, "Cache-Control", "no-store");
    if (!ready)
        exchange_header(exchange, "Retry-After", "1");
    exchange_json(exchange, ready ? 200 : 503);
}

static void finish_check(struct server *server, enum store_state state)
{
    struct health *health = server->health;
    if (state != STORE_WORKS && health->store != state)
        log_line(server->log, LOG_ERROR, "not ready: %s", store_problem(state));
    else if (state == STORE_WORKS && store_problem(health->store))
        log_line(server->log, LOG_INFO, "ready again: the store can write");
    health->store = state;
    health->checked_at = server->now;
    timer_stop(&server->timers, &health->deadline);
    while (health->waiter_count)
        respond_readiness(health->waiters[--health->waiter_count]);
}

// ---- checking the store ----------------------------------------------------------------------

static void on_check_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    server->health->checking = false;
    finish_check(server, outcome == STORE_DONE ? STORE_WORKS : STORE_FAILS);
}

static void on_deadline(void *context)
{
    finish_check(context, STORE_IS_SILENT);
}

static bool start_check(struct server *server)
{
    struct health *health = server->health;
    struct pending_request *request =
        health->checking ? NULL : pending_create(&health->pending, sizeof *request);
    if (!health->checking && !request)
        return false;
    if (!timer_is_set(&health->deadline) &&
        !timer_set(&server->timers, &health->deadline, server->now + DEADLINE_MS, on_deadline,
                   server)) {
        if (request)
            pending_destroy(request);
        return false;
    }
    if (!request)
        return true; // the last write has not come back: wait for it again
    struct store_job *job = store_job_create();
    store_call(job, STORE_HEALTH_CHECK);
    store_bind_integer(job, server->now);
    health->checking = true;
    store_write(server->store, job, on_check_written, request);
    return true;
}

// ---- handlers --------------------------------------------------------------------------------

void health_handler(struct exchange *exchange)
{
    exchange_ok(exchange);
}

void readiness_handler(struct exchange *exchange)
{
    struct server *server = exchange->server;
    struct health *health = server->health;
    const bool is_fresh =
        health->store != STORE_UNTESTED && server->now - health->checked_at < CACHE_MS;
    if (is_fresh || server->stopping) {
        respond_readiness(exchange);
        return;
    }
    if (health->waiter_count == WAITERS_MAX) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    health->waiters[health->waiter_count++] = exchange;
    if (!start_check(server)) {
        health->waiter_count--;
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    }
}
