/* SPDX-License-Identifier: MIT */
#include "social/settings_update.h"

#include <stdio.h>

#include "accounts/account_row.h"
#include "core/pending.h"
#include "social/person_cache.h"

enum { TRIES_MAX = 5 };

struct update_request {
    struct pending_request pending;
    account_settings_change *change;
    account_callback *callback;
    void *context;
    unsigned tries;
    char account[IDENTITY_ID_MAX + 1];
    struct preferences preferences;
};

static void read_settings(struct update_request *request);

static void finish_update(struct update_request *request, enum refusal refusal)
{
    request->callback(request->context, refusal, refusal_text(refusal));
    pending_destroy(&request->pending);
}

static void on_settings_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct update_request *request = context;
    struct server *server = request->pending.server;
    if (!server) {
        pending_destroy(&request->pending);
    } else if (outcome == STORE_DONE) {
        person_set_preferences(server, request->account, &request->preferences);
        finish_update(request, NOT_REFUSED);
    } else if (outcome == STORE_REFUSED && ++request->tries < TRIES_MAX) {
        read_settings(request);
    } else {
        finish_update(request, REFUSED_STORE);
    }
}

/* Writes the settings unless another request has changed them since they were read. */
static void write_settings(struct update_request *request, const struct account_settings *settings,
                           const char *stored)
{
    struct buffer json = {0};
    account_settings_write(settings, &json);
    if (json.failed) {
        buffer_fini(&json);
        finish_update(request, REFUSED_BUSY);
        return;
    }
    request->preferences = settings->preferences;
    struct store_job *job = store_job_create();
    store_call(job, STORE_CHANGE_SETTINGS);
    store_bind_text(job, request->account);
    store_bind_text(job, buffer_cstr(&json));
    store_bind_text(job, stored);
    buffer_fini(&json);
    store_write(request->pending.server->store, job, on_settings_written, request);
}

static void on_settings_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct update_request *request = context;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome != STORE_DONE || !store_next_row(job)) {
        finish_update(request, outcome == STORE_DONE ? REFUSED_NOT_FOUND : REFUSED_BUSY);
        return;
    }
    const struct account account = account_from_row(job);
    struct account_settings settings;
    account_settings_parse(account.settings, &settings);
    if (request->change(request->context, &settings))
        write_settings(request, &settings, account.settings);
    else
        pending_destroy(&request->pending);
    account_settings_fini(&settings);
}

static void read_settings(struct update_request *request)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, request->account);
    store_read(request->pending.server->store, job, on_settings_read, request);
}

void account_settings_update(struct server *server, const char *account,
                             account_settings_change *change, account_callback *callback,
                             void *context)
{
    struct update_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return;
    }
    request->change = change;
    request->callback = callback;
    request->context = context;
    snprintf(request->account, sizeof request->account, "%s", account);
    read_settings(request);
}
