/* SPDX-License-Identifier: MIT */
#include "accounts/deactivation.h"

#include <stdlib.h>

#include "accounts/identity.h"
#include "accounts/presence.h"
#include "accounts/sessions.h"
#include "base/milliseconds.h"
#include "cluster/invalidation.h"

enum { POLL_MS = 15 * SECOND_MS, POLL_OVERLAP_MS = MINUTE_MS };

struct deactivations {
    struct timer poll_timer;
    int64_t read_at; /* the date of the last poll that succeeded; 0: none yet */
    struct list listeners;
    struct invalidation_listener invalidations;
};

void deactivation_listen(struct server *server, struct deactivation_listener *listener)
{
    list_add(&server->deactivations->listeners, &listener->node);
}

static void call_listeners(struct server *server, const struct map *deactivated)
{
    const struct list *listeners = &server->deactivations->listeners;
    for (struct list *node = listeners->next; node != listeners; node = node->next)
        LIST_OWNER(node, struct deactivation_listener, node)->on_deactivated(server, deactivated);
}

/* If memory runs out, poll_deactivated() finds the account again soon. */
void deactivation_report(struct server *server, const char *id)
{
    struct map deactivated;
    map_init(&deactivated, server_random(server));
    if (map_put(&deactivated, id, server))
        call_listeners(server, &deactivated);
    map_fini(&deactivated);
}

struct deactivation_request {
    struct pending_request pending;
    int64_t at; /* when it was made, a date */
};

static void handle_deactivated(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct deactivation_request *request = context;
    struct server *server = request->pending.server;
    const int64_t at = request->at;
    pending_destroy(&request->pending);
    if (!server)
        return;
    if (outcome == STORE_DONE)
        server->deactivations->read_at = at;
    struct map deactivated;
    map_init(&deactivated, server_random(server));
    while (outcome == STORE_DONE && store_next_row(job)) {
        const char *id = store_get_text(job, 0);
        const bool banned = store_get_integer(job, 1) == ACCOUNT_BANNED;
        const char *why = banned ? "banned" : "closed";
        if (presence_connections(server, id))
            sessions_kick(server, id, why, why);
        (void)map_put(&deactivated, id, server); // if this fails, it is found again
    }
    if (deactivated.count)
        call_listeners(server, &deactivated);
    map_fini(&deactivated);
}

static void read_deactivated(struct server *server, int64_t since)
{
    struct deactivation_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return;
    request->at = server_date(server);
    struct store_job *job = store_job_create();
    store_call(job, STORE_DISABLED_ACCOUNTS);
    store_bind_integer(job, since);
    store_read(server->store, job, handle_deactivated, request);
}

void deactivation_report_all(struct server *server)
{
    read_deactivated(server, 0);
}

/* The operator may ban or close an account with `rookery admin` while the server runs. A connected
 * player may make no request that would detect this, so check regularly. */
static void poll_deactivated(void *context)
{
    struct server *server = context;
    const int64_t now = server_date(server), read_at = server->deactivations->read_at;
    read_deactivated(server, (read_at ? min_ms(read_at, now) : now) - POLL_OVERLAP_MS);
    if (!timer_set(&server->timers, &server->deactivations->poll_timer, server->now + POLL_MS,
                   poll_deactivated, server))
        log_line(server->log, LOG_WARNING,
                 "out of memory: players who are banned stay connected until the next start");
}

static void on_account_invalid(struct invalidation_listener *listener, const char *id)
{
    deactivation_report(listener->server, id);
}

static void on_all_accounts_invalid(struct invalidation_listener *listener)
{
    poll_deactivated(listener->server);
}

void deactivation_publish(struct server *server, const char *id)
{
    invalidation_publish(server, INVALIDATE_DEACTIVATION, id);
}

rk_err deactivations_create(struct server *server)
{
    struct deactivations *deactivations = calloc(1, sizeof *deactivations);
    if (!deactivations)
        return RK_NO_MEMORY;
    server->deactivations = deactivations;
    list_init(&deactivations->listeners);
    deactivations->invalidations =
        (struct invalidation_listener){.kind = INVALIDATE_DEACTIVATION,
                                       .on_invalid = on_account_invalid,
                                       .on_all_invalid = on_all_accounts_invalid};
    invalidation_listen(server, &deactivations->invalidations);
    poll_deactivated(server);
    return RK_OK;
}

void deactivations_destroy(struct server *server)
{
    if (!server->deactivations)
        return;
    timer_stop(&server->timers, &server->deactivations->poll_timer);
    list_remove(&server->deactivations->invalidations.node);
    free(server->deactivations);
    server->deactivations = NULL;
}
