/* SPDX-License-Identifier: MIT */
/* Tokens of the API: "rk_" and letters and digits. A program sends one instead
 * of a cookie; it may do what its scopes allow. */
#ifndef ACCOUNTS_TOKENS_H
#define ACCOUNTS_TOKENS_H

#include "accounts/callbacks.h"
#include "accounts/secret.h"
#include "core/state.h"

enum { TOKENS_MAX = 100, DESCRIPTION_MAX = 200, SCOPES_TEXT_MAX = 200 };

struct token_params {
    const char *account; /* its id */
    unsigned scopes;
    const char *description;
    int64_t expires_at; /* 0: never */
};

/* A new token of an account that is active. At most a hundred each. */
void token_create(struct server *server, const struct token_params *wanted,
                  secret_callback *callback, void *context);

/* Adds to a job: this token begins. Refused if the account is none or has enough. */
void token_generate(const struct server_env *env, struct secret *out);
void token_add_row(struct store_job *job, const struct secret *secret,
                   const struct token_params *wanted, int64_t now);

/* Ends the token the caller came with. */
void token_revoke(struct server *server, const struct caller *caller, account_callback *callback,
                  void *context);

/* Who a bare token belongs to, and until when it is good. */
void token_authenticate(struct server *server, const char *token, caller_callback *callback,
                        void *context);

/* Writes the names of scopes, joined by commas; returns the length. */
size_t scopes_write(unsigned scopes, char *out, size_t size);
/* Reads them, blanks and empty words passed over; false at a word that is none. */
bool scopes_parse(const char *text, unsigned *out);

#endif
