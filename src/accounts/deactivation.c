/* SPDX-License-Identifier: MIT */
#include "accounts/deactivation.h"

#include <stdlib.h>

#include "accounts/identity.h"
#include "accounts/presence.h"
#include "accounts/sessions.h"
#include "base/milliseconds.h"

enum { WATCH_MS = 15 * SECOND_MS, WATCH_BACK_MS = MINUTE_MS };

struct deactivations {
    struct timer watch;
    struct list listeners;
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

/* If memory has run out, watch_deactivated() finds the account again soon. */
void deactivation_report(struct server *server, const char *id)
{
    struct map deactivated;
    map_init(&deactivated, server_random(server));
    if (map_put(&deactivated, id, server))
        call_listeners(server, &deactivated);
    map_fini(&deactivated);
}

static void handle_deactivated(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    struct map deactivated;
    map_init(&deactivated, server_random(server));
    while (outcome == STORE_DONE && store_next_row(job)) {
        const char *id = store_get_text(job, 0);
        const bool banned = store_get_integer(job, 1) == ACCOUNT_BANNED;
        if (presence_is_online(server, id))
            sessions_disconnect(server, id, banned ? "banned" : "closed");
        (void)map_put(&deactivated, id, server); // if this fails, it is found again
    }
    if (deactivated.count)
        call_listeners(server, &deactivated);
    map_fini(&deactivated);
}

static void read_deactivated(struct server *server, int64_t since)
{
    struct pending_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return;
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
 * player may make no request that would notice it, so look regularly. */
static void watch_deactivated(void *context)
{
    struct server *server = context;
    read_deactivated(server, server_date(server) - WATCH_BACK_MS);
    if (!timer_set(&server->timers, &server->deactivations->watch, server->now + WATCH_MS,
                   watch_deactivated, server))
        log_line(server->log, LOG_WARNING,
                 "out of memory: players who are banned stay connected until the next start");
}

rk_err deactivations_create(struct server *server)
{
    server->deactivations = calloc(1, sizeof *server->deactivations);
    if (!server->deactivations)
        return RK_NO_MEMORY;
    list_init(&server->deactivations->listeners);
    watch_deactivated(server);
    return RK_OK;
}

void deactivations_destroy(struct server *server)
{
    if (!server->deactivations)
        return;
    timer_stop(&server->timers, &server->deactivations->watch);
    free(server->deactivations);
    server->deactivations = NULL;
}
