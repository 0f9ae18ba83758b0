/* SPDX-License-Identifier: MIT */
/* Account operations on a harness: each call sends a request, settles and returns the reply. */
#ifndef SUPPORT_HARNESS_ACCOUNTS_H
#define SUPPORT_HARNESS_ACCOUNTS_H

#include "accounts/accounts.h"
#include "support/harness.h"

/* What a callback of accounts, sessions or tokens was called with. */
struct account_reply {
    unsigned count; /* number of calls */
    enum refusal refusal;
    char why[200];
    char secret[SECRET_TEXT_MAX + 1];
    struct caller caller;
    bool found;
    struct account account;
    char email[EMAIL_MAX + 1];
};

account_callback record_done;
secret_callback record_secret;
caller_callback record_caller;
account_found_callback record_account;

struct account_reply harness_register(struct harness *harness, const char *name,
                                      const char *password);
struct account_reply harness_login(struct harness *harness, const char *name, const char *password);
struct account_reply harness_make_guest(struct harness *harness);
struct account_reply harness_find_account(struct harness *harness, const char *name);

/* A token of the account, with these scopes; `expires_at` is 0 for one that does not expire. */
struct account_reply harness_make_token(struct harness *harness, const char *account,
                                        unsigned scopes, int64_t expires_at);

/* The caller that the server finds for the secret of a session or for a token. */
struct caller harness_session_caller(struct harness *harness, const char *secret);
struct caller harness_token_caller(struct harness *harness, const char *token);

#endif
