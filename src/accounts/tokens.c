/* SPDX-License-Identifier: MIT */
#include "accounts/tokens.h"

#include <stdio.h>
#include <string.h>

#include "accounts/identity_cache.h"
#include "accounts/presence.h"
#include "accounts/user_text.h"
#include "base/text.h"
#include "core/pending.h"

static const char prefix[] = "rk_";

// ---- scopes ----------------------------------------------------------------------------------

static const char *const scope_names[SCOPE_COUNT] = {
#define ROW(scope, name) name,
#include "accounts/scopes.def"
};

size_t scopes_write(unsigned scopes, char *out, size_t size)
{
    struct text text = text_in(out, size);
    for (unsigned scope = 0; scope < SCOPE_COUNT; scope++)
        if (scopes >> scope & 1) {
            if (text.at != text.start)
                text_put(&text, ',');
            text_add(&text, scope_names[scope]);
        }
    return text_end(&text);
}

static unsigned parse_scope(const char *word, size_t size)
{
    for (unsigned scope = 0; scope < SCOPE_COUNT; scope++)
        if (strlen(scope_names[scope]) == size && !memcmp(scope_names[scope], word, size))
            return 1u << scope;
    return 0;
}

bool scopes_parse(const char *text, unsigned *out)
{
    unsigned scopes = 0;
    while (*(text += strspn(text, " ,"))) {
        const size_t size = strcspn(text, " ,");
        const unsigned scope = parse_scope(text, size);
        if (!scope)
            return false;
        scopes |= scope;
        text += size;
    }
    *out = scopes;
    return true;
}

// ---- creating ------------------------------------------------------------------------------

void token_generate(const struct server_env *env, struct secret *out)
{
    secret_generate(env, prefix, out);
}

void token_add_row(struct store_job *job, const struct secret *secret,
                   const struct token_params *params, int64_t now)
{
    char scopes[SCOPES_TEXT_MAX], description[DESCRIPTION_MAX + 1];
    scopes_write(params->scopes, scopes, sizeof scopes);
    user_text_sanitize(params->description, DESCRIPTION_MAX, description, sizeof description);
    store_call(job, STORE_ADD_TOKEN);
    store_bind_bytes(job, secret->hash, HASH_SIZE);
    store_bind_text(job, params->account);
    store_bind_text(job, scopes);
    store_bind_text(job, description);
    store_bind_integer(job, now);
    store_bind_integer(job, params->expires_at);
    store_bind_integer(job, TOKENS_MAX);
}

struct creation_request {
    struct pending_request pending;
    secret_callback *callback;
    void *context;
    struct secret secret;
};

static void finish_creation(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct creation_request *request = context;
    const bool is_full = outcome == STORE_REFUSED;
    const enum refusal refusal = is_full                 ? REFUSED_NOT_NOW
                                 : outcome == STORE_DONE ? NOT_REFUSED
                                                         : REFUSED_STORE;
    if (request->pending.server)
        request->callback(request->context, refusal,
                          is_full ? "an account has at most 100 tokens; revoke some first"
                                  : refusal_text(refusal),
                          refusal ? "" : request->secret.text);
    pending_destroy(&request->pending);
}

void token_create(struct server *server, const struct token_params *params,
                  secret_callback *callback, void *context)
{
    if (params->expires_at && params->expires_at <= server->now) {
        callback(context, REFUSED_SYNTAX, "the expiry date is in the past", "");
        return;
    }
    struct creation_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY), "");
        return;
    }
    request->callback = callback;
    request->context = context;
    token_generate(&server->env, &request->secret);
    struct store_job *job = store_job_create();
    token_add_row(job, &request->secret, params, server->now);
    store_write(server->store, job, finish_creation, request);
}

// ---- revoking ------------------------------------------------------------------------------

struct revocation_request {
    struct pending_request pending;
    account_callback *callback;
    void *context;
    struct caller caller;
};

static void finish_revocation(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct revocation_request *request = context;
    if (request->pending.server) {
        const enum refusal refusal = outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE;
        identity_cache_remove(request->pending.server, request->caller.hash);
        presence_notify_revoked(request->pending.server, &request->caller);
        request->callback(request->context, refusal, refusal_text(refusal));
    }
    pending_destroy(&request->pending);
}

void token_revoke(struct server *server, const struct caller *caller, account_callback *callback,
                  void *context)
{
    if (!caller->by_token) {
        callback(context, REFUSED_NOT_NOW, "the request was not made with a token");
        return;
    }
    struct revocation_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return;
    }
    request->callback = callback;
    request->context = context;
    request->caller = *caller;
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_TOKEN);
    store_bind_bytes(job, caller->hash, HASH_SIZE);
    store_write(server->store, job, finish_revocation, request);
}

// ---- authenticating -------------------------------------------------------------------------

/* False if the token has expired or its account is closed or banned. */
static bool read_token_row(struct server *server, const struct store_job *row, struct caller *out)
{
    const int64_t expires_at = store_get_integer(row, 2);
    if ((expires_at && expires_at <= server->now) || store_get_integer(row, 4) != ACCOUNT_ACTIVE ||
        !scopes_parse(store_get_text(row, 1), &out->scopes))
        return false;
    out->expires_at = expires_at;
    snprintf(out->who.id, sizeof out->who.id, "%s", store_get_text(row, 0));
    snprintf(out->who.name, sizeof out->who.name, "%s", store_get_text(row, 3));
    out->who.role = (enum role)store_get_integer(row, 5);
    return true;
}

void token_authenticate(struct server *server, const char *token, caller_callback *callback,
                        void *context)
{
    struct identity_query query = {
        .caller = {.by_token = true}, .statement = STORE_TOKEN, .read = read_token_row};
    if (secret_hash(token, prefix, query.caller.hash))
        identity_cache_lookup(server, &query, callback, context);
    else
        callback(context, &query.caller);
}
