/* SPDX-License-Identifier: MIT */
#include "accounts/account_request.h"

#include <stdio.h>

void account_request_finish(struct account_request *request, enum refusal refusal, const char *why)
{
    secret_callback *const on_secret = request->secret_callback;
    account_callback *const callback = request->callback;
    void *const context = request->context;
    struct secret secret = request->secret;
    pending_destroy(&request->pending);
    if (on_secret)
        on_secret(context, refusal, why, refusal ? "" : secret.text);
    else
        callback(context, refusal, why);
    secret_wipe(&secret, sizeof secret);
}

/* Whether the server is gone; then the request is destroyed. */
static bool destroy_if_cancelled(struct account_request *request)
{
    if (request->pending.server)
        return false;
    pending_destroy(&request->pending);
    return true;
}

bool account_request_check_write(struct account_request *request, enum store_outcome outcome,
                                 enum refusal refusal, const char *why)
{
    if (destroy_if_cancelled(request))
        return false;
    if (outcome == STORE_REFUSED)
        account_request_finish(request, refusal, why);
    else if (outcome == STORE_FAILED)
        account_request_finish(request, REFUSED_STORE, refusal_text(REFUSED_STORE));
    return outcome == STORE_DONE;
}

void account_request_check_password(struct account_request *request,
                                    const struct password_task *task, password_callback *callback)
{
    if (!password_check_async(request->pending.server, task, callback, request))
        account_request_finish(request, REFUSED_BUSY,
                               "too many logins at the moment; try again later");
}

bool account_request_check_result(struct account_request *request,
                                  const struct password_result *result)
{
    if (destroy_if_cancelled(request))
        return false;
    if (!result->ok)
        account_request_finish(request, REFUSED_BUSY, ACCOUNT_NO_MEMORY);
    return result->ok;
}

void account_request_read(struct account_request *request, store_done *callback)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, request->who.id);
    store_read(request->pending.server->store, job, callback, request);
}

bool account_request_load_row(struct account_request *request, struct store_job *job,
                              enum store_outcome outcome)
{
    if (destroy_if_cancelled(request))
        return false;
    if (outcome != STORE_DONE) {
        account_request_finish(request, REFUSED_STORE, "the database could not be read");
        return false;
    }
    if (!store_next_row(job))
        return true;
    const struct account account = account_from_row(job);
    request->who = account.who;
    request->status = account.status;
    snprintf(request->stored_hash, sizeof request->stored_hash, "%s", account.password_hash);
    return true;
}

void account_request_add_password(struct store_job *job, const struct account_request *request,
                                  const char *new_hash)
{
    store_call(job, STORE_CHANGE_PASSWORD);
    store_bind_text(job, request->who.id);
    store_bind_text(job, new_hash);
    store_bind_text(job, request->stored_hash);
}
