/* SPDX-License-Identifier: MIT */
#include "accounts/account_admin.h"

#include <stdio.h>

struct result {
    bool done;
    enum store_outcome outcome;
    struct admin_account *account; /* to be read; NULL: a write */
};

static void finish_job(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct result *result = context;
    result->done = true;
    result->outcome = outcome;
    struct admin_account *account = result->account;
    if (!account)
        return;
    account->exists = outcome == STORE_DONE && store_next_row(job);
    if (!account->exists)
        return;
    const struct account row = account_from_row(job);
    snprintf(account->who.name, sizeof account->who.name, "%s", row.who.name);
    account->who.role = row.who.role;
    account->status = row.status;
}

static enum store_outcome wait_for(struct store *store, const struct result *result)
{
    while (!result->done)
        store_poll(store);
    return result->outcome;
}

static enum store_outcome write_job(struct store *store, struct store_job *job)
{
    struct result result = {.done = false};
    store_write(store, job, finish_job, &result);
    return wait_for(store, &result);
}

enum store_outcome account_admin_read(struct store *store, struct admin_account *account)
{
    struct result result = {.account = account};
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, account->who.id);
    store_read(store, job, finish_job, &result);
    return wait_for(store, &result);
}

enum store_outcome account_admin_create(struct store *store, const struct identity *who,
                                        const char *password_hash, int64_t now)
{
    struct store_job *job = store_job_create();
    account_add_row(job, who, password_hash, "", now);
    return write_job(store, job);
}

enum store_outcome account_admin_create_token(struct store *store, const struct secret *secret,
                                              const struct token_params *params, int64_t now)
{
    struct store_job *job = store_job_create();
    token_add_row(job, secret, params, now);
    return write_job(store, job);
}

enum store_outcome account_admin_set_role(struct store *store, const char *id, enum role role)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_ROLE);
    store_bind_text(job, id);
    store_bind_integer(job, role);
    return write_job(store, job);
}

enum store_outcome account_admin_set_password(struct store *store, const char *id,
                                              const char *password_hash)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_PASSWORD);
    store_bind_text(job, id);
    store_bind_text(job, password_hash);
    store_call(job, STORE_DELETE_SESSIONS);
    store_bind_text(job, id);
    return write_job(store, job);
}

enum store_outcome account_admin_set_status(struct store *store, const char *id,
                                            enum account_status status)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_STATUS);
    store_bind_text(job, id);
    store_bind_integer(job, status);
    return write_job(store, job);
}

enum store_outcome account_admin_close(struct store *store, const struct identity *who, int64_t now)
{
    struct store_job *job = store_job_create();
    account_close_row(job, who, now);
    return write_job(store, job);
}
