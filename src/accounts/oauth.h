/* SPDX-License-Identifier: MIT */
/* OAuth 2 for programs that act for a user: the authorization code flow with PKCE (RFC 6749 and
 * 7636) as Lichess offers it. Clients are not registered: each chooses a name, and the code
 * verifier proves that the token request comes from the client that requested the code. */
#ifndef ACCOUNTS_OAUTH_H
#define ACCOUNTS_OAUTH_H

#include "accounts/callbacks.h"
#include "base/buffer.h"
#include "core/state.h"

enum {
    OAUTH_CLIENT_MAX = 200,
    OAUTH_URI_MAX = 1000,
    OAUTH_STATE_MAX = 1000,
    OAUTH_CHALLENGE_SIZE = 43, /* SHA-256 in base 64 without padding */
    OAUTH_WHY_SIZE = 120,
    OAUTH_SOURCE_SIZE = 300
};

/* What a client asks for. Strings are borrowed; none is NULL. */
struct oauth_request {
    const char *response_type, *client_id, *redirect_uri, *challenge_method, *challenge, *scope;
    const char *username; /* the account it would like, "" for any */
    const char *state;    /* returned as it is */
};

enum oauth_verdict {
    OAUTH_VALID,
    OAUTH_UNTRUSTED, /* do not redirect to redirect_uri */
    OAUTH_INVALID    /* redirect to the client with the error */
};

struct oauth_check {
    enum oauth_verdict verdict;
    const char *error; /* the word of RFC 6749; static storage */
    char why[OAUTH_WHY_SIZE];
    unsigned scopes;       /* those that this server supports */
    bool has_other_scopes; /* it also requested some that only Lichess has */
};

struct oauth_check oauth_check_request(const struct oauth_request *request);

/* NULL, or why redirecting there is not allowed (static storage). Allowed are https, http on this
 * machine, and the schemes of applications. */
const char *redirect_uri_fault(const char *uri);
/* Writes the source for the form-action of a Content-Security-Policy that allows the redirect. */
void redirect_uri_source(const char *uri, char out[OAUTH_SOURCE_SIZE]);
/* Appends name=value to a URI, escaped; nothing if the value is "". */
void redirect_uri_add(struct buffer *uri, const char *name, const char *value);

/* The access a user has granted. */
struct oauth_grant {
    const char *account; /* the id */
    unsigned scopes;
    const struct oauth_request *request;
};

/* Makes a code, which works once and for two minutes. */
void oauth_issue_code(struct server *server, const struct oauth_grant *grant,
                      secret_callback *callback, void *context);

/* What a client sends to get a token for a code. Strings are borrowed; none is NULL. */
struct oauth_exchange {
    const char *grant_type, *code, *redirect_uri, *client_id, *code_verifier;
};

/* The result; `error` is the word of RFC 6749, or NULL. */
struct oauth_token {
    const char *error, *why;
    const char *token;
    int64_t expires_in; /* seconds */
};
typedef void oauth_token_callback(void *context, const struct oauth_token *token);

/* Exchanges a code for a token. The code is used up by any attempt; a second one also revokes the
 * token of the first, because one of the two attempts came from an attacker. */
void oauth_exchange_code(struct server *server, const struct oauth_exchange *exchange,
                         oauth_token_callback *callback, void *context);

#endif
