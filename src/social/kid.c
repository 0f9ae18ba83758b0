/* SPDX-License-Identifier: MIT */
#include "social/kid.h"

#include <stdio.h>

#include "accounts/identity_cache.h"
#include "accounts/presence.h"
#include "core/pending.h"

struct kid_request {
    struct pending_request pending;
    account_callback *callback;
    void *context;
    bool on;
    char account[IDENTITY_ID_MAX + 1];
};

void kid_add_change(struct store_job *job, const char *account, enum kid_mode mode, bool by_staff)
{
    store_call(job, STORE_SET_KID);
    store_bind_text(job, account);
    store_bind_integer(job, mode);
    store_bind_integer(job, by_staff);
}

void kid_apply(struct server *server, const char *account, bool on)
{
    struct notice notice = {.kind = NOTICE_KID};
    snprintf(notice.subject, sizeof notice.subject, on ? "on" : "off");
    identity_cache_remove_person_local(server, account);
    presence_notify_local(server, account, &notice);
}

static void finish_kid(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct kid_request *request = context;
    struct server *server = request->pending.server;
    if (server && outcome == STORE_DONE) {
        identity_cache_remove_person(server, request->account);
        presence_notify(server, request->account, NOTICE_KID, request->on ? "on" : "off");
        request->callback(request->context, NOT_REFUSED, refusal_text(NOT_REFUSED));
    } else if (server && outcome == STORE_REFUSED) {
        request->callback(request->context, REFUSED_FORBIDDEN,
                          "kid mode was switched on by the staff");
    } else if (server) {
        request->callback(request->context, REFUSED_STORE, refusal_text(REFUSED_STORE));
    }
    pending_destroy(&request->pending);
}

void kid_set(struct server *server, const char *account, bool on, account_callback *callback,
             void *context)
{
    struct kid_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return;
    }
    request->callback = callback;
    request->context = context;
    request->on = on;
    snprintf(request->account, sizeof request->account, "%s", account);
    struct store_job *job = store_job_create();
    kid_add_change(job, account, on ? KID_BY_OWNER : KID_OFF, false);
    store_write(server->store, job, finish_kid, request);
}
