/* SPDX-License-Identifier: MIT */
#include "accounts/account_admin.h"

#include <stdio.h>

enum { PAGE_SIZE = 500 };

struct result {
    bool done;
    enum store_outcome outcome;
    size_t count;           /* rows that were read */
    account_visitor *visit; /* for each row */
    void *context;
};

static struct admin_account account_of_row(const struct store_job *job)
{
    const struct account row = account_from_row(job);
    return (struct admin_account){.exists = true,
                                  .who = row.who,
                                  .status = row.status,
                                  .created_at = row.created_at,
                                  .seen_at = row.seen_at,
                                  .games = row.games};
}

static void finish_job(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct result *result = context;
    result->done = true;
    result->outcome = outcome;
    while (outcome == STORE_DONE && store_next_row(job)) {
        const struct admin_account account = account_of_row(job);
        result->visit(result->context, &account);
        result->count++;
    }
}

static enum store_outcome wait_for(struct store *store, const struct result *result)
{
    while (!result->done)
        store_poll(store);
    return result->outcome;
}

// ---- reading ---------------------------------------------------------------------------------

static void copy_account(void *context, const struct admin_account *account)
{
    *(struct admin_account *)context = *account;
}

enum store_outcome account_admin_read(struct store *store, struct admin_account *account)
{
    struct result result = {.visit = copy_account, .context = account};
    struct store_job *job = store_job_create();
    account->exists = false;
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, account->who.id);
    store_read(store, job, finish_job, &result);
    return wait_for(store, &result);
}

struct listing {
    char last_id[IDENTITY_ID_MAX + 1];
    account_visitor *visit;
    void *context;
};

static void visit_listed(void *context, const struct admin_account *account)
{
    struct listing *listing = context;
    snprintf(listing->last_id, sizeof listing->last_id, "%s", account->who.id);
    listing->visit(listing->context, account);
}

/* Reads the page after listing->last_id. */
static struct result read_page(struct store *store, const struct account_filter *filter,
                               struct listing *listing)
{
    struct result result = {.visit = visit_listed, .context = listing};
    struct store_job *job = store_job_create();
    store_call(job, STORE_LIST_ACCOUNTS);
    store_bind_text(job, listing->last_id);
    store_bind_integer(job, filter->roles);
    store_bind_integer(job, filter->statuses);
    store_bind_text(job, filter->prefix);
    store_bind_integer(job, PAGE_SIZE);
    store_read(store, job, finish_job, &result);
    wait_for(store, &result);
    return result;
}

enum store_outcome account_admin_list(struct store *store, const struct account_filter *filter,
                                      account_visitor *visit, void *context)
{
    struct listing listing = {.visit = visit, .context = context};
    struct result page;
    do
        page = read_page(store, filter, &listing);
    while (page.outcome == STORE_DONE && page.count == PAGE_SIZE);
    return page.outcome;
}

// ---- writing ---------------------------------------------------------------------------------

struct store_job *account_job_create(const struct identity *who, const char *password_hash,
                                     int64_t now)
{
    struct store_job *job = store_job_create();
    account_add_row(job, who, password_hash, "", now);
    return job;
}

struct store_job *account_job_create_token(const struct secret *secret,
                                           const struct token_params *params, int64_t now)
{
    struct store_job *job = store_job_create();
    token_add_row(job, secret, params, now);
    return job;
}

struct store_job *account_job_set_password(const char *id, const char *password_hash, int64_t now)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_PASSWORD);
    store_bind_text(job, id);
    store_bind_text(job, password_hash);
    account_end_access(job, id, now);
    return job;
}

struct store_job *account_job_close(const struct identity *who, int64_t now)
{
    struct store_job *job = store_job_create();
    account_close_row(job, who, now);
    return job;
}
