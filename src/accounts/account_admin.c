/* SPDX-License-Identifier: MIT */
#include "accounts/account_admin.h"

#include <stdio.h>

#include "accounts/links.h"
#include "accounts/second_factor.h"

enum { PAGE_SIZE = 500 };

struct result {
    bool done;
    enum store_outcome outcome;
    size_t changes;         /* rows that a write changed */
    size_t count;           /* rows that were read */
    account_visitor *visit; /* for each row; NULL: a write */
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
    result->changes = outcome == STORE_DONE ? store_changes(job) : 0;
    while (result->visit && outcome == STORE_DONE && store_next_row(job)) {
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

static enum store_outcome write_job(struct store *store, struct store_job *job, size_t *out_changes)
{
    struct result result = {.done = false};
    store_write(store, job, finish_job, &result);
    const enum store_outcome outcome = wait_for(store, &result);
    if (out_changes)
        *out_changes = result.changes;
    return outcome;
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

enum store_outcome account_admin_create(struct store *store, const struct identity *who,
                                        const char *password_hash, int64_t now)
{
    struct store_job *job = store_job_create();
    account_add_row(job, who, password_hash, "", now);
    return write_job(store, job, NULL);
}

enum store_outcome account_admin_create_token(struct store *store, const struct secret *secret,
                                              const struct token_params *params, int64_t now)
{
    struct store_job *job = store_job_create();
    token_add_row(job, secret, params, now);
    return write_job(store, job, NULL);
}

enum store_outcome account_admin_set_role(struct store *store, const char *id, enum role role)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_ROLE);
    store_bind_text(job, id);
    store_bind_integer(job, role);
    return write_job(store, job, NULL);
}

enum store_outcome account_admin_set_password(struct store *store, const char *id,
                                              const char *password_hash, size_t *out_sessions)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_PASSWORD);
    store_bind_text(job, id);
    store_bind_text(job, password_hash);
    store_call(job, STORE_DELETE_SESSIONS);
    store_bind_text(job, id);
    const enum store_outcome outcome = write_job(store, job, out_sessions);
    *out_sessions -= *out_sessions > 0; // the password is a row, too
    return outcome;
}

enum store_outcome account_admin_make_reset_link(struct store *store, const struct secret *secret,
                                                 const char *id, int64_t now)
{
    struct store_job *job = store_job_create();
    link_add_row(job, secret, LINK_RESET, id, NULL, now);
    return write_job(store, job, NULL);
}

enum store_outcome account_admin_drop_factor(struct store *store, const char *id,
                                             size_t *out_changes)
{
    struct store_job *job = store_job_create();
    second_factor_add_removal(job, id);
    return write_job(store, job, out_changes);
}

enum store_outcome account_admin_set_status(struct store *store, const char *id,
                                            enum account_status status)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_STATUS);
    store_bind_text(job, id);
    store_bind_integer(job, status);
    return write_job(store, job, NULL);
}

enum store_outcome account_admin_close(struct store *store, const struct identity *who, int64_t now)
{
    struct store_job *job = store_job_create();
    account_close_row(job, who, now);
    return write_job(store, job, NULL);
}
