/* SPDX-License-Identifier: MIT */
#include "accounts/oauth.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "accounts/identity_cache.h"
#include "accounts/presence.h"
#include "accounts/secret.h"
#include "accounts/tokens.h"
#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "core/pending.h"

enum {
    CODE_LIFE_MS = 2 * MINUTE_MS,
    USED_CODE_LIFE_MS = 24 * HOUR_MS, /* then its second use is no longer noticed */
    TOKEN_LIFE_DAYS = 365,
    TOKENS_PER_CLIENT = 10, /* of one account; the oldest give way */
    VERIFIER_MIN = 43,
    VERIFIER_MAX = 128
};

static const char code_prefix[] = "oc_";
static const char base64_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

_Static_assert(OAUTH_CHALLENGE_SIZE + 1 ==
                   sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES,
                                             sodium_base64_VARIANT_URLSAFE_NO_PADDING),
               "the size of a challenge");
_Static_assert((int)OAUTH_CLIENT_MAX <= (int)DESCRIPTION_MAX, "a client is a description");

// ---- requests --------------------------------------------------------------------------------

/* What clients of Lichess may also ask for. It is not granted, because there is nothing here that
 * it would allow. */
static const char *const other_scopes[] = {
    "study:read",   "study:write", "tournament:write", "racer:write", "puzzle:read",
    "puzzle:write", "team:read",   "team:write",       "team:lead",   "engine:read",
    "engine:write", "web:login",   "web:mobile",       "web:socket",  "web:mod"};

static bool is_other_scope(const char *word)
{
    for (size_t i = 0; i < sizeof other_scopes / sizeof *other_scopes; i++)
        if (!strcmp(word, other_scopes[i]))
            return true;
    return false;
}

/* NULL, or the first scope that is unknown. */
static const char *parse_scopes(const char *text, struct oauth_check *out)
{
    while (*(text += strspn(text, " ,"))) {
        char word[40];
        const size_t size = strcspn(text, " ,");
        unsigned scope = 0;
        snprintf(word, sizeof word, "%.*s", (int)size, text);
        if (size < sizeof word && is_other_scope(word))
            out->has_other_scopes = true;
        else if (size < sizeof word && scopes_parse(word, &scope))
            out->scopes |= scope;
        else
            return text;
        text += size;
    }
    return NULL;
}

static struct oauth_check oauth_refuse(enum oauth_verdict verdict, const char *error,
                                       const char *why)
{
    struct oauth_check check = {.verdict = verdict, .error = error};
    snprintf(check.why, sizeof check.why, "%s", why);
    return check;
}

static struct oauth_check refuse_scope(const char *scope)
{
    enum { SHOWN_MAX = 40 };
    char word[SHOWN_MAX + 1], shown[SHOWN_MAX + 1];
    struct oauth_check check = {.verdict = OAUTH_INVALID, .error = "invalid_scope"};
    snprintf(word, sizeof word, "%.*s", (int)strcspn(scope, " ,"), scope);
    user_text_sanitize(word, SHOWN_MAX, shown, sizeof shown);
    snprintf(check.why, sizeof check.why, "unknown scope: %s", shown);
    return check;
}

struct oauth_check oauth_check_request(const struct oauth_request *request)
{
    struct oauth_check check = {.verdict = OAUTH_VALID, .error = "", .why = ""};
    const char *unknown, *fault = redirect_uri_fault(request->redirect_uri);
    if (fault)
        return oauth_refuse(OAUTH_UNTRUSTED, "invalid_request", fault);
    if (!*request->client_id || strlen(request->client_id) > OAUTH_CLIENT_MAX)
        return oauth_refuse(OAUTH_UNTRUSTED, "invalid_request",
                            "client_id must have 1 to 200 bytes");
    if (strlen(request->state) > OAUTH_STATE_MAX)
        return oauth_refuse(OAUTH_UNTRUSTED, "invalid_request",
                            "state must have at most 1000 bytes");
    if (strcmp(request->response_type, "code") != 0)
        return oauth_refuse(OAUTH_INVALID, "unsupported_response_type",
                            "response_type must be code");
    if (strcmp(request->challenge_method, "S256") != 0)
        return oauth_refuse(OAUTH_INVALID, "invalid_request", "code_challenge_method must be S256");
    if (strlen(request->challenge) != OAUTH_CHALLENGE_SIZE ||
        strspn(request->challenge, base64_letters) != OAUTH_CHALLENGE_SIZE)
        return oauth_refuse(
            OAUTH_INVALID, "invalid_request",
            "code_challenge must be the SHA-256 of the code verifier in URL-safe base 64");
    unknown = parse_scopes(request->scope, &check);
    return unknown ? refuse_scope(unknown) : check;
}

// ---- codes -----------------------------------------------------------------------------------

struct code_request {
    struct pending_request pending;
    secret_callback *callback;
    void *context;
    struct secret secret;
};

static void finish_code(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct code_request *request = context;
    const enum refusal refusal = outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE;
    if (request->pending.server)
        request->callback(request->context, refusal, refusal_text(refusal),
                          refusal ? "" : request->secret.text);
    pending_destroy(&request->pending);
}

void oauth_issue_code(struct server *server, const struct oauth_grant *grant,
                      secret_callback *callback, void *context)
{
    char scopes[SCOPES_TEXT_MAX];
    struct code_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY), "");
        return;
    }
    request->callback = callback;
    request->context = context;
    secret_generate(&server->env, code_prefix, &request->secret);
    scopes_write(grant->scopes, scopes, sizeof scopes);
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_OAUTH_CODES); // those that have expired
    store_bind_text(job, "");
    store_bind_integer(job, server_date(server));
    store_call(job, STORE_ADD_OAUTH_CODE);
    store_bind_bytes(job, request->secret.hash, HASH_SIZE);
    store_bind_text(job, grant->account);
    store_bind_text(job, grant->request->client_id);
    store_bind_text(job, grant->request->redirect_uri);
    store_bind_text(job, grant->request->challenge);
    store_bind_text(job, scopes);
    store_bind_integer(job, server_date(server) + CODE_LIFE_MS);
    store_write(server->store, job, finish_code, request);
}

// ---- tokens ----------------------------------------------------------------------------------

struct exchange_request {
    struct pending_request pending;
    oauth_token_callback *callback;
    void *context;
    uint8_t hash[HASH_SIZE]; /* of the code */
    struct secret secret;    /* of the token */
    struct caller revoked;   /* the owner and the hash of a token that is revoked */
    const char *error, *why; /* the code is used up, but there is no token */
    bool was_refused;        /* the code is read again to find out why */
    char redirect[OAUTH_URI_MAX + 1], client[OAUTH_CLIENT_MAX + 1], verifier[VERIFIER_MAX + 1];
};

static void refuse_exchange(struct exchange_request *request, const char *error, const char *why)
{
    request->callback(request->context, &(struct oauth_token){.error = error, .why = why});
    pending_destroy(&request->pending);
}

static void read_code(struct exchange_request *request);

static void finish_exchange(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct exchange_request *request = context;
    if (!request->pending.server)
        pending_destroy(&request->pending);
    else if (store_has_failed(outcome))
        refuse_exchange(request, "server_error", refusal_text(REFUSED_STORE));
    else if (outcome == STORE_REFUSED) {
        request->was_refused = true;
        read_code(request);
    } else if (request->error)
        refuse_exchange(request, request->error, request->why);
    else {
        request->callback(request->context,
                          &(struct oauth_token){.token = request->secret.text,
                                                .expires_in = (int64_t)TOKEN_LIFE_DAYS * 86400});
        pending_destroy(&request->pending);
    }
}

/* Whether the challenge was made from the verifier. */
static bool matches_challenge(const char *verifier, const char *challenge)
{
    uint8_t digest[crypto_hash_sha256_BYTES];
    char text[OAUTH_CHALLENGE_SIZE + 1];
    crypto_hash_sha256(digest, (const uint8_t *)verifier, strlen(verifier));
    sodium_bin2base64(text, sizeof text, digest, sizeof digest,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return strlen(challenge) == OAUTH_CHALLENGE_SIZE &&
           !sodium_memcmp(text, challenge, OAUTH_CHALLENGE_SIZE);
}

/* NULL, or what does not fit the code; the row is that of STORE_OAUTH_CODE. */
static const char *find_mismatch(const struct exchange_request *request,
                                 const struct store_job *row)
{
    if (store_get_integer(row, 5) <= server_date(request->pending.server))
        return "the code has expired";
    if (strcmp(store_get_text(row, 1), request->client) != 0)
        return "client_id is not the one that the code was made for";
    if (strcmp(store_get_text(row, 2), request->redirect) != 0)
        return "redirect_uri is not the one that the code was made for";
    return matches_challenge(request->verifier, store_get_text(row, 3))
               ? NULL
               : "code_verifier does not match the code_challenge";
}

static void add_token(struct exchange_request *request, const struct store_job *row,
                      struct store_job *job)
{
    struct server *server = request->pending.server;
    struct token_params params = {.account = store_get_text(row, 0),
                                  .description = request->client,
                                  .client = request->client,
                                  .expires_at = server_date(server) + TOKEN_LIFE_DAYS * DAY_MS};
    (void)scopes_parse(store_get_text(row, 4), &params.scopes); // as oauth_issue_code() wrote them
    token_generate(&server->env, &request->secret);
    store_call(job, STORE_USE_OAUTH_CODE);
    store_bind_bytes(job, request->hash, HASH_SIZE);
    store_bind_bytes(job, request->secret.hash, HASH_SIZE);
    store_bind_integer(job, server_date(server) + USED_CODE_LIFE_MS);
    store_call(job, STORE_TRIM_TOKENS);
    store_bind_text(job, params.account);
    store_bind_text(job, request->client);
    store_bind_integer(job, TOKENS_PER_CLIENT - 1);
    token_add_row(job, &request->secret, &params, server_date(server));
}

static void delete_code(const struct exchange_request *request, struct store_job *job)
{
    store_call(job, STORE_DELETE_OAUTH_CODE);
    store_bind_bytes(job, request->hash, HASH_SIZE);
}

static void finish_revocation(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange_request *request = context;
    struct server *server = request->pending.server;
    if (server && outcome == STORE_DONE) {
        identity_cache_remove(server, request->revoked.hash);
        presence_notify_revoked(server, &request->revoked);
    }
    finish_exchange(context, job, outcome);
}

/* The code was used twice, so somebody else has it too: revoke the token that was issued for it
 * (RFC 6749, 4.1.2). */
static void revoke_token(struct exchange_request *request, const struct store_job *row)
{
    struct server *server = request->pending.server;
    size_t size;
    const void *hash = store_get_bytes(row, 6, &size);
    struct store_job *job = store_job_create();
    request->error = "invalid_grant";
    request->why = "the code was used before; its token is revoked";
    request->revoked = (struct caller){.by_token = true};
    snprintf(request->revoked.who.id, sizeof request->revoked.who.id, "%s", store_get_text(row, 0));
    if (size == HASH_SIZE)
        memcpy(request->revoked.hash, hash, HASH_SIZE);
    log_line(server->log, LOG_WARNING, "%s used an OAuth code of %s twice: its token is revoked",
             store_get_text(row, 1), request->revoked.who.id);
    delete_code(request, job);
    store_call(job, STORE_DELETE_TOKEN);
    store_bind_bytes(job, request->revoked.hash, HASH_SIZE);
    store_write(server->store, job, finish_revocation, request);
}

static void use_code(void *context, struct store_job *row, enum store_outcome outcome)
{
    struct exchange_request *request = context;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome != STORE_DONE) {
        refuse_exchange(request, "server_error", "cannot read the database");
        return;
    }
    if (!store_next_row(row)) {
        refuse_exchange(request, "invalid_grant", "unknown code");
        return;
    }
    if (!store_is_null(row, 6)) {
        revoke_token(request, row);
        return;
    }
    if (request->was_refused) {
        refuse_exchange(request, "invalid_grant", "the account has too many tokens");
        return;
    }
    struct store_job *job = store_job_create();
    request->why = find_mismatch(request, row);
    if (request->why) {
        request->error = "invalid_grant";
        delete_code(request, job);
    } else {
        add_token(request, row, job);
    }
    store_write(request->pending.server->store, job, finish_exchange, request);
}

static void read_code(struct exchange_request *request)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_OAUTH_CODE);
    store_bind_bytes(job, request->hash, HASH_SIZE);
    store_read(request->pending.server->store, job, use_code, request);
}

/* NULL, or what is wrong, with the word in *error. */
static const char *exchange_fault(const struct oauth_exchange *exchange, const char **error)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    const size_t size = strlen(exchange->code_verifier);
    *error = "unsupported_grant_type";
    if (strcmp(exchange->grant_type, "authorization_code") != 0)
        return "grant_type must be authorization_code";
    *error = "invalid_request";
    if (!*exchange->code)
        return "code is missing";
    if (!*exchange->client_id || strlen(exchange->client_id) > OAUTH_CLIENT_MAX)
        return "client_id must have 1 to 200 bytes";
    if (!*exchange->redirect_uri || strlen(exchange->redirect_uri) > OAUTH_URI_MAX)
        return "redirect_uri must have 1 to 1000 bytes";
    if (size < VERIFIER_MIN || size > VERIFIER_MAX ||
        strspn(exchange->code_verifier, allowed) != size)
        return "code_verifier must have 43 to 128 letters, digits, or - . _ ~";
    return NULL;
}

void oauth_exchange_code(struct server *server, const struct oauth_exchange *exchange,
                         oauth_token_callback *callback, void *context)
{
    const char *error, *why = exchange_fault(exchange, &error);
    uint8_t hash[HASH_SIZE];
    if (!why && !secret_hash(exchange->code, code_prefix, hash)) {
        error = "invalid_grant";
        why = "unknown code";
    }
    struct exchange_request *request =
        why ? NULL : pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, &(struct oauth_token){.error = why ? error : "server_error",
                                                .why = why ? why : refusal_text(REFUSED_BUSY)});
        return;
    }
    request->callback = callback;
    request->context = context;
    memcpy(request->hash, hash, HASH_SIZE);
    snprintf(request->redirect, sizeof request->redirect, "%s", exchange->redirect_uri);
    snprintf(request->client, sizeof request->client, "%s", exchange->client_id);
    snprintf(request->verifier, sizeof request->verifier, "%s", exchange->code_verifier);
    read_code(request);
}
