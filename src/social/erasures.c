/* SPDX-License-Identifier: MIT */
#include "social/erasures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/identity.h"
#include "cluster/invalidation.h"
#include "core/pending.h"

enum { GAMES_PER_JOB = 100 };

struct erasures {
    struct list listeners;
    struct list running; /* struct erasure */
};

struct erasure {
    struct pending_request pending;
    struct list node; /* in `running` */
    char account[IDENTITY_ID_MAX + 1], name[IDENTITY_NAME_MAX + 1], ghost[IDENTITY_ID_MAX + 1];
};

static void notify_listeners(struct server *server, bool begun)
{
    struct list *listeners = &server->erasures->listeners;
    for (struct list *node = listeners->next; node != listeners; node = node->next) {
        struct erasure_listener *listener = LIST_OWNER(node, struct erasure_listener, node);
        (begun ? listener->begun : listener->ended)(listener);
    }
}

void erasures_listen(struct server *server, struct erasure_listener *listener)
{
    list_add(&server->erasures->listeners, &listener->node);
}

// ---- the last step: everything but the games -------------------------------------------------

static void finish_erasure(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct erasure *erasure = context;
    struct server *server = erasure->pending.server;
    if (server && outcome == STORE_DONE)
        invalidation_publish(server, INVALIDATE_NAMES, "");
    if (server) {
        list_remove(&erasure->node);
        notify_listeners(server, false);
    }
    if (server && outcome != STORE_DONE)
        log_line(server->log, LOG_ERROR, "cannot erase %s; the next start tries again",
                 erasure->account);
    pending_destroy(&erasure->pending);
}

static void erase_rest(struct erasure *erasure)
{
    static const enum statement renamed[] = {STORE_ADD_GHOST, STORE_ERASE_RATINGS,
                                             STORE_ERASE_RATING_POINTS, STORE_ERASE_REFUNDS,
                                             STORE_ERASE_CHEATER};
    static const enum statement deleted[] = {STORE_ERASE_MESSAGES, STORE_ERASE_OTHER_SIDES,
                                             STORE_ERASE_CONVERSATIONS, STORE_DELETE_NOTIFICATIONS,
                                             STORE_END_ERASURE};
    struct store_job *job = store_job_create();
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        store_call(job, renamed[i]);
        store_bind_text(job, erasure->account);
        store_bind_text(job, erasure->ghost);
    }
    for (size_t i = 0; i < sizeof deleted / sizeof *deleted; i++) {
        store_call(job, deleted[i]);
        store_bind_text(job, erasure->account);
    }
    store_call(job, STORE_COUNT_ERASURE);
    store_call(job, STORE_ERASE_SENDER); // notifications of others that name this person
    store_bind_text(job, erasure->name);
    store_write(erasure->pending.server->store, job, finish_erasure, erasure);
}

// ---- the games -------------------------------------------------------------------------------

static void erase_games(struct erasure *erasure);

static void on_games_erased(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct erasure *erasure = context;
    if (!erasure->pending.server || outcome != STORE_DONE)
        finish_erasure(erasure, job, outcome);
    else if (store_changes(job))
        erase_games(erasure);
    else
        erase_rest(erasure);
}

static void erase_games(struct erasure *erasure)
{
    static const enum statement statements[] = {STORE_ERASE_HEADS, STORE_ERASE_OPPONENTS,
                                                STORE_ERASE_PLAYERS};
    struct store_job *job = store_job_create();
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        store_call(job, statements[i]);
        store_bind_text(job, erasure->account);
        store_bind_integer(job, GAMES_PER_JOB);
        store_bind_text(job, erasure->ghost);
    }
    store_write(erasure->pending.server->store, job, on_games_erased, erasure);
}

// ---- the module ------------------------------------------------------------------------------

static bool is_running(const struct erasures *erasures, const char *account)
{
    const struct list *running = &erasures->running;
    for (const struct list *node = running->next; node != running; node = node->next)
        if (!strcmp(LIST_OWNER(node, struct erasure, node)->account, account))
            return true;
    return false;
}

static void start_erasures(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    while (server && outcome == STORE_DONE && store_next_row(job)) {
        if (is_running(server->erasures, store_get_text(job, 0)))
            continue;
        struct erasure *erasure = pending_create(&server->pending, sizeof *erasure);
        if (!erasure)
            return; // the next start finds it again
        snprintf(erasure->account, sizeof erasure->account, "%s", store_get_text(job, 0));
        snprintf(erasure->name, sizeof erasure->name, "%s", store_get_text(job, 1));
        snprintf(erasure->ghost, sizeof erasure->ghost, "%s", store_get_text(job, 2));
        list_add(&server->erasures->running, &erasure->node);
        notify_listeners(server, true);
        erase_games(erasure);
    }
}

void erasures_run(struct server *server)
{
    struct pending_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_ERASURES);
    store_read(server->store, job, start_erasures, request);
}

rk_err erasures_create(struct server *server)
{
    server->erasures = malloc(sizeof *server->erasures);
    if (!server->erasures)
        return RK_NO_MEMORY;
    list_init(&server->erasures->listeners);
    list_init(&server->erasures->running);
    erasures_run(server);
    return RK_OK;
}

void erasures_destroy(struct server *server)
{
    free(server->erasures); // accounts cancel the pending requests
    server->erasures = NULL;
}
