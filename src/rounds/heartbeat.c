/* SPDX-License-Identifier: MIT */
#include "rounds/heartbeat.h"

#include "cluster/nodes.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"

enum { HEARTBEAT_MS = 1000 };

// ---- stalled games ---------------------------------------------------------------------------

void heartbeat_stall(struct round *round, int64_t since)
{
    if (round_is_over(round) || round->stalled_since)
        return;
    round->stalled_since = since;
    list_add(&round->server->rounds->stalled, &round->stalled);
    heartbeat_start(round->server);
}

void heartbeat_unstall(struct round *round)
{
    if (!round->stalled_since)
        return;
    round->uncharged = round_clock_uncharged(round, round->server->now);
    round->first_move_from += round->server->now - round->stalled_since;
    round->stalled_since = 0;
    list_remove(&round->stalled);
}

static void unstall_all(struct server *server)
{
    struct list *stalled = &server->rounds->stalled;
    while (!list_is_empty(stalled)) {
        struct round *round = LIST_OWNER(stalled->next, struct round, stalled);
        heartbeat_unstall(round);
        if (!round_is_busy(round))
            round_continue(round);
    }
}

// ---- the heartbeat ---------------------------------------------------------------------------

static bool is_heartbeat_needed(const struct rounds *rounds)
{
    if (!list_is_empty(&rounds->stalled))
        return true;
    for (const struct list *node = rounds->running.next; node != &rounds->running;
         node = node->next)
        if (round_clock_is_running(LIST_OWNER(node, struct round, node)))
            return true;
    return false;
}

static void on_heartbeat_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    server->rounds->heartbeat_pending = false;
    if (outcome == STORE_DONE)
        unstall_all(server);
}

void heartbeat_add(const struct server *server, struct store_job *job)
{
    store_call(job, STORE_HEARTBEAT);
    store_bind_text(job, server->config.node_name);
    store_bind_integer(job, (int64_t)nodes_self(server));
    store_bind_integer(job, server->now);
}

void heartbeat_write(struct server *server)
{
    struct pending_request *request = pending_create(&server->rounds->pending, sizeof *request);
    if (!request)
        return;
    server->rounds->heartbeat_pending = true;
    struct store_job *job = store_job_create();
    heartbeat_add(server, job);
    store_write(server->store, job, on_heartbeat_written, request);
}

static void on_heartbeat_timer(void *context)
{
    struct server *server = context;
    struct rounds *rounds = server->rounds;
    if (list_is_empty(&rounds->running) && list_is_empty(&rounds->stalled))
        return;
    if (!rounds->heartbeat_pending && is_heartbeat_needed(rounds))
        heartbeat_write(server);
    (void)timer_set(&server->timers, &rounds->heartbeat, server->now + HEARTBEAT_MS,
                    on_heartbeat_timer, server);
}

void heartbeat_start(struct server *server)
{
    struct timer *heartbeat = &server->rounds->heartbeat;
    if (!timer_is_set(heartbeat))
        (void)timer_set(&server->timers, heartbeat, server->now + HEARTBEAT_MS, on_heartbeat_timer,
                        server);
}
