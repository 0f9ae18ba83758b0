/* SPDX-License-Identifier: MIT */
#include "accounts/tokens.h"

#include <stdio.h>
#include <string.h>

#include "accounts/identity_cache.h"
#include "accounts/presence.h"
#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "base/text.h"
#include "core/pending.h"

enum { USED_PRECISION_MS = 10 * MINUTE_MS }; /* the precision of "last used" */

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

const char *scopes_parse_words(const char *text, unsigned *out)
{
    unsigned scopes = 0;
    while (*(text += strspn(text, " ,"))) {
        const size_t size = strcspn(text, " ,");
        const unsigned scope = parse_scope(text, size);
        if (!scope)
            return text;
        scopes |= scope;
        text += size;
    }
    *out = scopes;
    return NULL;
}

bool scopes_parse(const char *text, unsigned *out)
{
    return !scopes_parse_words(text, out);
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
    store_bind_text(job, params->client);
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
    if (params->expires_at && params->expires_at <= server_date(server)) {
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
    token_add_row(job, &request->secret, params, server_date(server));
    store_write(server->store, job, finish_creation, request);
}

// ---- revoking ------------------------------------------------------------------------------

struct revocation_request {
    struct pending_request pending;
    account_callback *callback;
    void *context;
    struct caller caller;
    char id[PUBLIC_ID_LETTERS + 1]; /* if it is looked up by its id */
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

// ---- listing ---------------------------------------------------------------------------------

struct tokens_request {
    struct pending_request pending;
    tokens_callback *callback;
    void *context;
    struct token_entry entries[TOKENS_MAX];
};

static void read_entry(const struct store_job *row, struct token_entry *out)
{
    size_t size;
    const uint8_t *hash = store_get_bytes(row, 0, &size);
    *out = (struct token_entry){.created_at = store_get_integer(row, 3),
                                .expires_at = store_get_integer(row, 4),
                                .used_at = store_get_integer(row, 5)};
    (void)scopes_parse(store_get_text(row, 1), &out->scopes); // unknown ones allow nothing
    snprintf(out->description, sizeof out->description, "%s", store_get_text(row, 2));
    snprintf(out->client, sizeof out->client, "%s", store_get_text(row, 6));
    if (size == HASH_SIZE)
        secret_public_id(hash, out->id);
}

static void finish_list(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct tokens_request *request = context;
    size_t count = 0;
    while (outcome == STORE_DONE && count < TOKENS_MAX && store_next_row(job))
        read_entry(job, &request->entries[count++]);
    if (request->pending.server)
        request->callback(request->context, outcome == STORE_DONE ? request->entries : NULL, count);
    pending_destroy(&request->pending);
}

void tokens_list(struct server *server, const struct caller *caller, tokens_callback *callback,
                 void *context)
{
    struct tokens_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, NULL, 0);
        return;
    }
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_TOKENS);
    store_bind_text(job, caller->who.id);
    store_read(server->store, job, finish_list, request);
}

static void revoke_found(void *context, struct store_job *rows, enum store_outcome outcome)
{
    struct revocation_request *request = context;
    struct server *server = request->pending.server;
    if (server && outcome == STORE_DONE &&
        secret_find_row(rows, request->id, request->caller.hash)) {
        request->caller.by_token = true;
        struct store_job *job = store_job_create();
        store_call(job, STORE_DELETE_TOKEN);
        store_bind_bytes(job, request->caller.hash, HASH_SIZE);
        store_write(server->store, job, finish_revocation, request);
        return;
    }
    if (server)
        request->callback(request->context,
                          outcome == STORE_DONE ? REFUSED_NOT_FOUND : REFUSED_BUSY,
                          outcome == STORE_DONE ? "no such token" : "cannot read the database");
    pending_destroy(&request->pending);
}

void token_revoke_by_id(struct server *server, const struct caller *caller, const char *id,
                        account_callback *callback, void *context)
{
    struct revocation_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return;
    }
    request->callback = callback;
    request->context = context;
    request->caller = *caller;
    snprintf(request->id, sizeof request->id, "%s", id);
    struct store_job *job = store_job_create();
    store_call(job, STORE_TOKENS);
    store_bind_text(job, caller->who.id);
    store_read(server->store, job, revoke_found, request);
}

// ---- authenticating -------------------------------------------------------------------------

static void update_last_used(struct server *server, const uint8_t hash[HASH_SIZE])
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_TOUCH_TOKEN);
    store_bind_bytes(job, hash, HASH_SIZE);
    store_bind_integer(job, server_date(server));
    store_write(server->store, job, NULL, NULL);
}

/* False if the token has expired or its account is closed or banned. */
static bool read_token_row(struct server *server, const struct store_job *row, struct caller *out)
{
    const int64_t expires_at = store_get_integer(row, 2);
    if ((expires_at && expires_at <= server_date(server)) ||
        store_get_integer(row, 4) != ACCOUNT_ACTIVE ||
        !scopes_parse(store_get_text(row, 1), &out->scopes))
        return false;
    out->expires_at = expires_at;
    snprintf(out->who.id, sizeof out->who.id, "%s", store_get_text(row, 0));
    snprintf(out->who.name, sizeof out->who.name, "%s", store_get_text(row, 3));
    out->who.role = (enum role)store_get_integer(row, 5);
    if (store_get_integer(row, 6) + USED_PRECISION_MS <= server_date(server))
        update_last_used(server, out->hash);
    out->kid = store_get_integer(row, 7) != 0;
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

void token_find_caller(struct server *server, const uint8_t hash[HASH_SIZE],
                       caller_callback *callback, void *context)
{
    struct identity_query query = {
        .caller = {.by_token = true}, .statement = STORE_TOKEN, .read = read_token_row};
    memcpy(query.caller.hash, hash, HASH_SIZE);
    identity_cache_lookup(server, &query, callback, context);
}
