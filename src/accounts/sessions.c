/* SPDX-License-Identifier: MIT */
#include "accounts/sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "accounts/identity_cache.h"
#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "core/pending.h"

enum {
    SESSION_LIFE_DAYS = 90,
    SEEN_AGAIN_MS = 10 * MINUTE_MS,   /* how exactly the last visit is kept */
    COOKIE_SECONDS = 400 * 24 * 3600, /* as long as browsers keep one: the server decides */
    GUEST_LETTERS = 8,
    GUEST_SHOWN = 4
};

static const char cookie_name[] = "rookery";

struct visit client_info_make(const char *agent, const char *address)
{
    struct visit visit;
    user_text_sanitize(agent, CLIENT_AGENT_MAX, visit.agent, sizeof visit.agent);
    user_text_sanitize(address, ADDRESS_SIZE - 1, visit.address, sizeof visit.address);
    return visit;
}

// ---- beginning one ---------------------------------------------------------------------------

static void write_session(struct store_job *job, const struct secret *secret, const char *account,
                          const struct visit *visit, int64_t now)
{
    store_bind_bytes(job, secret->hash, HASH_SIZE);
    store_bind_text(job, account);
    store_bind_integer(job, now);
    store_bind_text(job, visit->agent);
    store_bind_text(job, visit->address);
}

void session_add_login_row(struct store_job *job, const struct secret *secret, const char *account,
                           const char *kept, const struct visit *visit, int64_t now)
{
    store_call(job, STORE_LOG_IN);
    write_session(job, secret, account, visit, now);
    store_bind_text(job, kept);
    store_call(job, STORE_SEEN);
    store_bind_text(job, account);
    store_bind_integer(job, now);
    store_call(job, STORE_TRIM_SESSIONS);
    store_bind_text(job, account);
    store_bind_integer(job, SESSIONS_MAX);
}

void session_add_guest_row(struct store_job *job, const struct secret *secret, const char *guest,
                           const struct visit *visit, int64_t now)
{
    store_call(job, STORE_ADD_SESSION);
    write_session(job, secret, guest, visit, now);
}

static struct identity guest_of(const char *id)
{
    struct identity who = {.role = ROLE_GUEST};
    snprintf(who.id, sizeof who.id, "%s", id);
    snprintf(who.name, sizeof who.name, "Guest-%.*s", GUEST_SHOWN, id + 1);
    return who;
}

void guest_create(struct server *server, struct identity *out)
{
    char id[GUEST_LETTERS + 2] = "~";
    secret_random_text(&server->env, GUEST_LETTERS, id + 1);
    *out = guest_of(id);
}

// ---- recognising one -------------------------------------------------------------------------

static void see_again(struct server *server, const struct caller *caller)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SEE_SESSION);
    store_bind_bytes(job, caller->hash, HASH_SIZE);
    store_bind_integer(job, server->now);
    store_call(job, STORE_SEEN);
    store_bind_text(job, caller->who.id);
    store_bind_integer(job, server->now);
    store_write(server->store, job, NULL, NULL);
}

static bool read_caller(struct server *server, const struct store_job *row, struct caller *out)
{
    const char *id = store_get_text(row, 0);
    const int64_t seen_at = store_get_integer(row, 2);
    const bool is_guest = id[0] == '~';
    if (seen_at + SESSION_LIFE_DAYS * DAY_MS <= server->now ||
        (!is_guest && (store_is_null(row, 3) || store_get_integer(row, 4) != ACCOUNT_ACTIVE)))
        return false;
    if (is_guest) {
        out->who = guest_of(id);
    } else {
        snprintf(out->who.id, sizeof out->who.id, "%s", id);
        snprintf(out->who.name, sizeof out->who.name, "%s", store_get_text(row, 3));
        out->who.role = (enum role)store_get_integer(row, 5);
    }
    out->scopes = ALL_SCOPES;
    if (seen_at + SEEN_AGAIN_MS <= server->now)
        see_again(server, out);
    return true;
}

/* The value of our cookie among all that were sent. */
static bool find_cookie(const char *cookie, uint8_t hash[HASH_SIZE])
{
    const size_t name_size = sizeof cookie_name - 1;
    while (*cookie) {
        cookie += strspn(cookie, " \t;");
        const size_t size = strcspn(cookie, ";");
        char value[SECRET_LETTERS + 1];
        if (size == name_size + sizeof value && !memcmp(cookie, cookie_name, name_size) &&
            cookie[name_size] == '=') {
            memcpy(value, cookie + name_size + 1, SECRET_LETTERS);
            value[SECRET_LETTERS] = '\0';
            if (secret_hash(value, "", hash))
                return true;
        }
        cookie += size;
    }
    return false;
}

void session_authenticate(struct server *server, const char *cookie, caller_callback *callback,
                          void *context)
{
    struct identity_cache_lookup search = {.statement = STORE_SESSION, .read = read_caller};
    if (find_cookie(cookie, search.nobody.hash))
        identity_cache_lookup(server, &search, callback, context);
    else
        callback(context, &search.nobody);
}

void session_cookie(const struct server *server, const char *secret, char *out, size_t size)
{
    snprintf(out, size, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", cookie_name, secret,
             *secret ? COOKIE_SECONDS : 0, server->config.secure ? "; Secure" : "");
}

// ---- all of a person's -----------------------------------------------------------------------

struct listing {
    struct pending_request pending;
    sessions_callback *callback;
    void *context;
    uint8_t asking[HASH_SIZE];
    struct session sessions[SESSIONS_MAX];
    struct visit visits[SESSIONS_MAX];
};

static size_t read_sessions(struct listing *listing, struct store_job *job)
{
    size_t count = 0;
    for (; count < SESSIONS_MAX && store_next_row(job); count++) {
        size_t size;
        const void *hash = store_get_bytes(job, 0, &size);
        struct visit *visit = &listing->visits[count];
        *visit = client_info_make(store_get_text(job, 3), store_get_text(job, 4));
        listing->sessions[count] = (struct session){
            .created_at = store_get_integer(job, 1),
            .seen_at = store_get_integer(job, 2),
            .agent = visit->agent,
            .address = visit->address,
            .current = size == HASH_SIZE && !sodium_memcmp(hash, listing->asking, HASH_SIZE)};
    }
    return count;
}

static void finish_listing(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct listing *listing = context;
    if (listing->pending.server && outcome == STORE_DONE)
        listing->callback(listing->context, listing->sessions, read_sessions(listing, job));
    else if (listing->pending.server)
        listing->callback(listing->context, NULL, 0);
    pending_destroy(&listing->pending);
}

void sessions_list(struct server *server, const struct caller *caller, sessions_callback *callback,
                   void *context)
{
    struct listing *listing = pending_create(&server->pending, sizeof *listing);
    if (!listing) {
        callback(context, NULL, 0);
        return;
    }
    listing->callback = callback;
    listing->context = context;
    memcpy(listing->asking, caller->hash, HASH_SIZE);
    struct store_job *job = store_job_create();
    store_call(job, STORE_SESSIONS);
    store_bind_text(job, caller->who.id);
    store_read(server->store, job, finish_listing, listing);
}

void sessions_sweep(struct server *server)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_OLD_SESSIONS);
    store_bind_integer(job, server->now - SESSION_LIFE_DAYS * DAY_MS);
    store_write(server->store, job, NULL, NULL);
}
