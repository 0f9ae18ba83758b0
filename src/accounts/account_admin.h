/* SPDX-License-Identifier: MIT */
/* Account administration for `rookery admin`: works directly on the store, without a server. The
 * functions that read wait for the store, which must have been opened with `inline_jobs`. */
#ifndef ACCOUNTS_ACCOUNT_ADMIN_H
#define ACCOUNTS_ACCOUNT_ADMIN_H

#include "accounts/accounts.h"

/* An account in the store. */
struct admin_account {
    bool exists;
    struct identity who; /* the caller sets .id; the rest is read if it exists */
    enum account_status status;
    int64_t created_at, seen_at;
    int64_t games; /* played */
};

/* STORE_FAILED if the store cannot be read. */
enum store_outcome account_admin_read(struct store *store, struct admin_account *account);

struct account_filter {
    unsigned roles;     /* bits 1 << role */
    unsigned statuses;  /* bits 1 << status */
    const char *prefix; /* of the id; "" for all */
};

typedef void account_visitor(void *context, const struct admin_account *account);

/* Calls the visitor for each account that matches, in the order of their ids. Reads page by page,
 * so the number of accounts does not matter. STORE_FAILED if the store cannot be read. */
enum store_outcome account_admin_list(struct store *store, const struct account_filter *filter,
                                      account_visitor *visit, void *context);

/* These return jobs, which the caller writes together with an entry in the audit log. The comment
 * of each says when the store refuses it. */

/* The name is taken. */
struct store_job *account_job_create(const struct identity *who, const char *password_hash,
                                     int64_t now);
/* The account has too many tokens, or is closed or banned. */
struct store_job *account_job_create_token(const struct secret *secret,
                                           const struct token_params *params, int64_t now);
/* The account is closed or banned. Ends all its sessions, and forgets its devices and links. */
struct store_job *account_job_set_password(const char *id, const char *password_hash, int64_t now);
/* The account is closed or banned. */
struct store_job *account_job_close(const struct identity *who, int64_t now);

#endif
