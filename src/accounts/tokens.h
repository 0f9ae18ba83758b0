/* SPDX-License-Identifier: MIT */
/* API tokens: "rk_" and letters and digits. A program sends one instead of a cookie, and may do
 * what its scopes allow. */
#ifndef ACCOUNTS_TOKENS_H
#define ACCOUNTS_TOKENS_H

#include "accounts/callbacks.h"
#include "accounts/secret.h"
#include "core/state.h"

enum { TOKENS_MAX = 100, DESCRIPTION_MAX = 200, SCOPES_TEXT_MAX = 200 };

struct token_params {
    const char *account; /* the id */
    unsigned scopes;
    const char *description;
    int64_t expires_at; /* 0: never */
    const char *client; /* the OAuth client it is for; NULL: its owner made it */
};

/* Creates a token. The account must be active; it may have a hundred. */
void token_create(struct server *server, const struct token_params *params,
                  secret_callback *callback, void *context);

void token_generate(const struct server_env *env, struct secret *out);
/* Adds a statement to a job, which is refused if the account does not exist or has too many tokens.
 */
void token_add_row(struct store_job *job, const struct secret *secret,
                   const struct token_params *params, int64_t now);

/* Ends the token that the caller was authenticated with. */
void token_revoke(struct server *server, const struct caller *caller, account_callback *callback,
                  void *context);

/* A token as the list of applications shows it. */
struct token_entry {
    char id[PUBLIC_ID_LETTERS + 1]; /* see secret_public_id() */
    unsigned scopes;
    int64_t created_at, used_at, expires_at; /* 0: never */
    char description[DESCRIPTION_MAX + 1];
    char client[DESCRIPTION_MAX + 1]; /* "": its owner made it */
};

/* All tokens of a person, the newest first; NULL: the store failed. Borrowed for the call. */
typedef void tokens_callback(void *context, const struct token_entry *tokens, size_t count);
void tokens_list(struct server *server, const struct caller *caller, tokens_callback *callback,
                 void *context);
/* Ends one of the caller's tokens, by its id; connections made with it close at once. */
void token_revoke_by_id(struct server *server, const struct caller *caller, const char *id,
                        account_callback *callback, void *context);

/* Finds who a token belongs to. */
void token_authenticate(struct server *server, const char *token, caller_callback *callback,
                        void *context);

/* The same for a token that was authenticated before. */
void token_find_caller(struct server *server, const uint8_t hash[HASH_SIZE],
                       caller_callback *callback, void *context);

/* Writes the names of scopes, separated by commas; returns the length. */
size_t scopes_write(unsigned scopes, char *out, size_t size);
/* Parses names separated by commas or blanks; false if one is unknown. */
bool scopes_parse(const char *text, unsigned *out);

/* The same, but returns where the first unknown scope begins, or NULL if all are known. */
const char *scopes_parse_words(const char *text, unsigned *out);

#endif
