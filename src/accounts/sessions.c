/* SPDX-License-Identifier: MIT */
#include "accounts/sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "accounts/identity_cache.h"
#include "accounts/presence.h"
#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "core/pending.h"

enum {
    SESSION_LIFE_DAYS = 90,
    SEEN_PRECISION_MS = 10 * MINUTE_MS, /* the precision of "last seen" */
    COOKIE_SECONDS = 400 * 24 * 3600,   /* the longest that browsers accept; the server decides */
    GUEST_ID_LETTERS = 8,
    GUEST_NAME_LETTERS = 4
};

static const char cookie_name[] = "rookery";

struct client_info client_info_make(const char *agent, const char *address)
{
    struct client_info client;
    user_text_sanitize(agent, CLIENT_AGENT_MAX, client.agent, sizeof client.agent);
    user_text_sanitize(address, ADDRESS_SIZE - 1, client.address, sizeof client.address);
    return client;
}

// ---- creating ---------------------------------------------------------------------------

static void bind_session(struct store_job *job, const struct secret *secret, const char *account,
                         const struct client_info *client, int64_t now)
{
    store_bind_bytes(job, secret->hash, HASH_SIZE);
    store_bind_text(job, account);
    store_bind_integer(job, now);
    store_bind_text(job, client->agent);
    store_bind_text(job, client->address);
}

void session_add_login_row(struct store_job *job, const struct secret *secret, const char *account,
                           const char *password_hash, const struct client_info *client, int64_t now)
{
    store_call(job, STORE_LOG_IN);
    bind_session(job, secret, account, client, now);
    store_bind_text(job, password_hash);
    store_call(job, STORE_TOUCH_ACCOUNT);
    store_bind_text(job, account);
    store_bind_integer(job, now);
    store_call(job, STORE_TRIM_SESSIONS);
    store_bind_text(job, account);
    store_bind_integer(job, SESSIONS_MAX);
    store_call(job, STORE_SEE_ADDRESS);
    store_bind_text(job, account);
    store_bind_text(job, client->address);
    store_bind_integer(job, now);
}

void session_add_guest_row(struct store_job *job, const struct secret *secret, const char *guest,
                           const struct client_info *client, int64_t now)
{
    store_call(job, STORE_ADD_SESSION);
    bind_session(job, secret, guest, client, now);
}

static struct identity guest_from_id(const char *id)
{
    struct identity who = {.role = ROLE_GUEST};
    snprintf(who.id, sizeof who.id, "%s", id);
    snprintf(who.name, sizeof who.name, "Guest-%.*s", GUEST_NAME_LETTERS, id + 1);
    return who;
}

void guest_create(struct server *server, struct identity *out)
{
    char id[GUEST_ID_LETTERS + 2] = "~";
    secret_random_text(&server->env, GUEST_ID_LETTERS, id + 1);
    *out = guest_from_id(id);
}

// ---- authenticating -------------------------------------------------------------------------

static void update_last_seen(struct server *server, const struct caller *caller)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_TOUCH_SESSION);
    store_bind_bytes(job, caller->hash, HASH_SIZE);
    store_bind_integer(job, server_date(server));
    store_call(job, STORE_TOUCH_ACCOUNT);
    store_bind_text(job, caller->who.id);
    store_bind_integer(job, server_date(server));
    store_write(server->store, job, NULL, NULL);
}

static bool read_session_row(struct server *server, const struct store_job *row, struct caller *out)
{
    const char *id = store_get_text(row, 0);
    const int64_t seen_at = store_get_integer(row, 2);
    const bool is_guest = id[0] == '~';
    if (seen_at + SESSION_LIFE_DAYS * DAY_MS <= server_date(server) ||
        (!is_guest && (store_is_null(row, 3) || store_get_integer(row, 4) != ACCOUNT_ACTIVE)))
        return false;
    if (is_guest) {
        out->who = guest_from_id(id);
    } else {
        snprintf(out->who.id, sizeof out->who.id, "%s", id);
        snprintf(out->who.name, sizeof out->who.name, "%s", store_get_text(row, 3));
        out->who.role = (enum role)store_get_integer(row, 5);
        out->kid = store_get_integer(row, 6) != 0;
    }
    out->scopes = ALL_SCOPES;
    if (seen_at + SEEN_PRECISION_MS <= server_date(server))
        update_last_seen(server, out);
    return true;
}

void session_authenticate(struct server *server, const char *cookie, caller_callback *callback,
                          void *context)
{
    struct identity_query query = {.statement = STORE_SESSION, .read = read_session_row};
    if (secret_hash_cookie(cookie, cookie_name, query.caller.hash))
        identity_cache_lookup(server, &query, callback, context);
    else
        callback(context, &query.caller);
}

void session_find_caller(struct server *server, const uint8_t hash[HASH_SIZE],
                         caller_callback *callback, void *context)
{
    struct identity_query query = {.statement = STORE_SESSION, .read = read_session_row};
    memcpy(query.caller.hash, hash, HASH_SIZE);
    identity_cache_lookup(server, &query, callback, context);
}

void session_cookie(const struct server *server, const char *secret, char *out, size_t size)
{
    snprintf(out, size, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", cookie_name, secret,
             *secret ? COOKIE_SECONDS : 0, server->config.secure ? "; Secure" : "");
}

// ---- listing -----------------------------------------------------------------------

struct sessions_request {
    struct pending_request pending;
    sessions_callback *callback;
    void *context;
    uint8_t hash[HASH_SIZE];
    struct session sessions[SESSIONS_MAX];
    struct client_info clients[SESSIONS_MAX];
};

static size_t read_sessions(struct sessions_request *request, struct store_job *job)
{
    size_t count = 0;
    for (; count < SESSIONS_MAX && store_next_row(job); count++) {
        size_t size;
        const void *hash = store_get_bytes(job, 0, &size);
        struct client_info *client = &request->clients[count];
        *client = client_info_make(store_get_text(job, 3), store_get_text(job, 4));
        request->sessions[count] = (struct session){
            .created_at = store_get_integer(job, 1),
            .seen_at = store_get_integer(job, 2),
            .agent = client->agent,
            .address = client->address,
            .current = size == HASH_SIZE && !sodium_memcmp(hash, request->hash, HASH_SIZE)};
        if (size == HASH_SIZE)
            memcpy(request->sessions[count].hash, hash, HASH_SIZE);
        secret_public_id(request->sessions[count].hash, request->sessions[count].id);
    }
    return count;
}

static void finish_list(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct sessions_request *request = context;
    if (request->pending.server && outcome == STORE_DONE)
        request->callback(request->context, request->sessions, read_sessions(request, job));
    else if (request->pending.server)
        request->callback(request->context, NULL, 0);
    pending_destroy(&request->pending);
}

void sessions_list(struct server *server, const struct caller *caller, sessions_callback *callback,
                   void *context)
{
    struct sessions_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, NULL, 0);
        return;
    }
    request->callback = callback;
    request->context = context;
    memcpy(request->hash, caller->hash, HASH_SIZE);
    struct store_job *job = store_job_create();
    store_call(job, STORE_SESSIONS);
    store_bind_text(job, caller->who.id);
    store_read(server->store, job, finish_list, request);
}

// ---- ending ------------------------------------------------------------------------

struct ending_request {
    struct pending_request pending;
    account_callback *callback;
    void *context;
    struct caller caller; /* who asks; `hash` is that of the session that ends */
    char id[PUBLIC_ID_LETTERS + 1];
};

static void finish_ending(struct ending_request *request, enum refusal refusal, const char *why)
{
    account_callback *const callback = request->callback;
    void *const context = request->context;
    pending_destroy(&request->pending);
    callback(context, refusal, why);
}

static void on_session_deleted(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct ending_request *request = context;
    struct server *server = request->pending.server;
    if (!server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome == STORE_DONE && *request->id) {
        identity_cache_remove(server, request->caller.hash);
        presence_notify_revoked(server, &request->caller);
    } else if (outcome == STORE_DONE) {
        sessions_disconnect_others(server, &request->caller);
    }
    const enum refusal refusal = outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE;
    finish_ending(request, refusal, refusal_text(refusal));
}

static void delete_session_by_id(void *context, struct store_job *rows, enum store_outcome outcome)
{
    struct ending_request *request = context;
    struct server *server = request->pending.server;
    if (!server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome != STORE_DONE) {
        finish_ending(request, REFUSED_BUSY, "cannot read the database");
        return;
    }
    if (!secret_find_row(rows, request->id, request->caller.hash)) {
        finish_ending(request, REFUSED_NOT_FOUND, "no such session");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_SESSION);
    store_bind_bytes(job, request->caller.hash, HASH_SIZE);
    store_write(server->store, job, on_session_deleted, request);
}

static struct ending_request *begin_ending(struct server *server, const struct caller *caller,
                                           account_callback *callback, void *context)
{
    struct ending_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return NULL;
    }
    request->callback = callback;
    request->context = context;
    request->caller = *caller;
    return request;
}

void session_end(struct server *server, const struct caller *caller, const char *id,
                 account_callback *callback, void *context)
{
    struct ending_request *request = begin_ending(server, caller, callback, context);
    if (!request)
        return;
    snprintf(request->id, sizeof request->id, "%s", *id ? id : "-");
    struct store_job *job = store_job_create();
    store_call(job, STORE_SESSIONS);
    store_bind_text(job, caller->who.id);
    store_read(server->store, job, delete_session_by_id, request);
}

void sessions_end_others(struct server *server, const struct caller *caller,
                         account_callback *callback, void *context)
{
    struct ending_request *request = begin_ending(server, caller, callback, context);
    if (!request)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_OTHER_SESSIONS);
    store_bind_text(job, caller->who.id);
    store_bind_bytes(job, caller->hash, HASH_SIZE);
    store_write(server->store, job, on_session_deleted, request);
}

void sessions_disconnect(struct server *server, const char *id, const char *why)
{
    log_line(server->log, LOG_INFO, "sessions of %s ended: %s", id, why);
    identity_cache_remove_person(server, id);
    presence_notify(server, id, NOTICE_KICKED, why);
}

void sessions_disconnect_others(struct server *server, const struct caller *caller)
{
    log_line(server->log, LOG_INFO, "other sessions of %s ended", caller->who.id);
    identity_cache_remove_person(server, caller->who.id);
    presence_notify_others_revoked(server, caller);
}

void sessions_kick(struct server *server, const char *id, const char *word, const char *sentence)
{
    log_line(server->log, LOG_INFO, "sessions of %s ended: %s", id, sentence);
    identity_cache_remove_person_local(server, id);
    presence_kick_local(server, id, word, sentence);
}

void sessions_sweep(struct server *server)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_OLD_SESSIONS);
    store_bind_integer(job, server_date(server) - SESSION_LIFE_DAYS * DAY_MS);
    store_call(job, STORE_DELETE_OLD_TOKENS);
    store_bind_integer(job, server_date(server));
    store_write(server->store, job, NULL, NULL);
}
