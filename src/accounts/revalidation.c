/* SPDX-License-Identifier: MIT */
#include "accounts/revalidation.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/presence.h"
#include "accounts/sessions.h"
#include "accounts/tokens.h"
#include "base/milliseconds.h"

enum {
    TICK_MS = SECOND_MS,
    PASS_TICKS = 300,       /* the duration of a pass over all users */
    URGENT_PASS_TICKS = 15, /* the same when messages were missed */
    CALLERS_MAX = 300       /* of one person */
};

struct revalidation {
    struct server *server;
    struct timer tick;
    struct bus_listener bus;
    size_t at;      /* in the list of people */
    bool is_urgent; /* until all users have been checked */
};

struct revalidation_request {
    struct pending_request pending; /* internal */
    struct caller before;
};

// ---- one connection --------------------------------------------------------------------------

static void apply_kid(struct server *server, const struct caller *caller)
{
    struct notice notice = {.kind = NOTICE_KID};
    strcpy(notice.subject, caller->kid ? "on" : "off");
    presence_notify_local(server, caller->who.id, &notice);
}

static void on_looked_up(void *context, const struct caller *now)
{
    struct revalidation_request *request = context;
    struct server *server = request->pending.server;
    const struct caller *before = &request->before;
    if (now->is_unsure)
        ; // the store does not answer: the next pass tries again
    else if (!*now->who.id)
        presence_revoke_local(server, before);
    else if (now->who.role != before->who.role || strcmp(now->who.name, before->who.name) != 0)
        sessions_kick(server, before->who.id, "changed", "your account was changed: reconnect");
    else if (now->kid != before->kid)
        apply_kid(server, now);
    pending_destroy(&request->pending);
}

static void check_caller(struct server *server, const struct caller *caller)
{
    struct revalidation_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return; // the next pass checks it
    request->pending.internal = true;
    request->before = *caller;
    if (caller->by_token)
        token_find_caller(server, caller->hash, on_looked_up, request);
    else
        session_find_caller(server, caller->hash, on_looked_up, request);
}

// ---- all of them -----------------------------------------------------------------------------

/* False: all users have been checked. */
static bool check_person(struct revalidation *revalidation)
{
    struct caller callers[CALLERS_MAX];
    size_t count;
    if (!presence_next_callers(revalidation->server, &revalidation->at, callers, CALLERS_MAX,
                               &count))
        return false;
    for (size_t i = 0; i < count; i++)
        check_caller(revalidation->server, &callers[i]);
    return true;
}

static void check_slice(void *context)
{
    struct revalidation *revalidation = context;
    struct server *server = revalidation->server;
    const size_t ticks = revalidation->is_urgent ? URGENT_PASS_TICKS : PASS_TICKS;
    size_t left = presence_count_people(server) / ticks + 1;
    while (left && check_person(revalidation))
        left--;
    if (left) { // the pass has ended
        revalidation->at = 0;
        revalidation->is_urgent = false;
    }
    if (!timer_set(&server->timers, &revalidation->tick, server->now + TICK_MS, check_slice,
                   revalidation))
        log_line(server->log, LOG_ERROR,
                 "out of memory: connections of sessions that end may stay open");
}

static void on_gap(struct bus_listener *listener)
{
    struct revalidation *revalidation = LIST_OWNER(listener, struct revalidation, bus);
    revalidation->at = 0;
    revalidation->is_urgent = true;
}

// ---- the module ------------------------------------------------------------------------------

rk_err revalidation_create(struct server *server)
{
    if (!bus_has_peers(server->bus))
        return RK_OK;
    struct revalidation *revalidation = calloc(1, sizeof *revalidation);
    if (!revalidation)
        return RK_NO_MEMORY;
    server->revalidation = revalidation;
    revalidation->server = server;
    revalidation->bus.on_gap = on_gap;
    bus_listen(server->bus, &revalidation->bus);
    return timer_set(&server->timers, &revalidation->tick, server->now + TICK_MS, check_slice,
                     revalidation)
               ? RK_OK
               : RK_NO_MEMORY;
}

void revalidation_destroy(struct server *server)
{
    if (!server->revalidation)
        return;
    timer_stop(&server->timers, &server->revalidation->tick);
    bus_unlisten(&server->revalidation->bus);
    free(server->revalidation);
    server->revalidation = NULL;
}
