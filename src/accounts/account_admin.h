/* SPDX-License-Identifier: MIT */
/* What the operator does with accounts, directly in the store and without a server. Each function
 * waits for the store, which must have been opened with `inline_jobs`. A server that runs on the
 * same data notices the change within a minute. */
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

/* These return STORE_REFUSED in the case that is described. */

/* The name is taken. */
enum store_outcome account_admin_create(struct store *store, const struct identity *who,
                                        const char *password_hash, int64_t now);
/* The account has too many tokens, or is closed or banned. */
enum store_outcome account_admin_create_token(struct store *store, const struct secret *secret,
                                              const struct token_params *params, int64_t now);
/* There is no such account, or it is closed. */
enum store_outcome account_admin_set_role(struct store *store, const char *id, enum role role);
/* The account is closed or banned. Ends all its sessions and counts them. */
enum store_outcome account_admin_set_password(struct store *store, const char *id,
                                              const char *password_hash, size_t *out_sessions);
/* The account is closed or banned. Makes a link to set a new password. */
enum store_outcome account_admin_make_reset_link(struct store *store, const struct secret *secret,
                                                 const char *id, int64_t now);
/* Removes the second factor and its recovery codes, and counts what was removed. */
enum store_outcome account_admin_drop_factor(struct store *store, const char *id,
                                             size_t *out_changes);
/* There is no such account, or it is closed. */
enum store_outcome account_admin_set_status(struct store *store, const char *id,
                                            enum account_status status);
/* The account is closed or banned. */
enum store_outcome account_admin_close(struct store *store, const struct identity *who,
                                       int64_t now);

#endif
