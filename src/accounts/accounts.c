/* SPDX-License-Identifier: MIT */
#include "accounts/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounts/account_request.h"
#include "accounts/deactivation.h"
#include "accounts/hash_slots.h"
#include "accounts/identity_cache.h"
#include "accounts/mutes.h"
#include "accounts/names.h"
#include "accounts/permissions.h"
#include "accounts/presence.h"
#include "accounts/revalidation.h"
#include "accounts/second_factor.h"
#include "base/milliseconds.h"
#include "core/pending.h"

/* Expired sessions are deleted once a day, but not shortly after a start or after the system's
 * clock was set: if the clock was wrong, sessions may only look expired. */
enum { SWEEP_MS = 24 * HOUR_MS, FIRST_SWEEP_MS = HOUR_MS, STEADY_MS = 24 * HOUR_MS };

struct accounts {
    struct timer sweep;
};

// ---- the module ------------------------------------------------------------------------------

static void sweep_sessions(void *context)
{
    struct server *server = context;
    if (!server->clock_set_at || server->now - server->clock_set_at >= STEADY_MS)
        sessions_sweep(server);
    if (!timer_set(&server->timers, &server->accounts->sweep, server->now + SWEEP_MS,
                   sweep_sessions, server))
        log_line(server->log, LOG_WARNING,
                 "out of memory: expired sessions stay until the next start");
}

rk_err accounts_create(struct server *server)
{
    pending_list_init(&server->pending, server);
    server->accounts = calloc(1, sizeof *server->accounts);
    if (!server->accounts || !secret_init())
        return RK_NO_MEMORY;
    rk_err err = identity_cache_create(server);
    if (!err)
        err = hash_slots_create(server);
    if (!err)
        err = deactivations_create(server);
    if (!err)
        err = mutes_create(server);
    if (!err)
        err = revalidation_create(server);
    if (!err && !timer_set(&server->timers, &server->accounts->sweep, server->now + FIRST_SWEEP_MS,
                           sweep_sessions, server))
        err = RK_NO_MEMORY;
    return err;
}

void accounts_destroy(struct server *server)
{
    if (!server->accounts)
        return;
    pending_cancel_all(&server->pending);
    timer_stop(&server->timers, &server->accounts->sweep);
    revalidation_destroy(server);
    mutes_destroy(server);
    deactivations_destroy(server);
    hash_slots_destroy(server);
    identity_cache_destroy(server);
    free(server->accounts);
    server->accounts = NULL;
}

// ---- logout and password ---------------------------------------------------------------------

static struct account_request *begin_request(struct server *server, const struct caller *caller,
                                             account_callback *callback, void *context)
{
    struct account_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, ACCOUNT_NO_MEMORY);
        return NULL;
    }
    request->callback = callback;
    request->context = context;
    request->caller = *caller;
    request->who = caller->who;
    return request;
}

/* For requests of the owner, with a session and not with a token. NULL: it was refused. */
static struct account_request *begin_owner_request(struct server *server,
                                                   const struct caller *caller,
                                                   const struct credentials *owner,
                                                   account_callback *callback, void *context)
{
    const bool is_guest = caller->who.role == ROLE_GUEST;
    if (caller->by_token || is_guest) {
        callback(context, REFUSED_FORBIDDEN,
                 is_guest ? "a guest has no account" : "a token cannot do this: log in");
        return NULL;
    }
    struct account_request *request = begin_request(server, caller, callback, context);
    if (request)
        account_request_set_credentials(request, owner);
    return request;
}

/* The change is on disk, and sessions have ended. */
static void finish_session_change(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!second_factor_check_write(request, outcome))
        return;
    struct server *server = request->pending.server;
    identity_cache_remove(server, request->caller.hash);
    if (request->keeps_own_session)
        sessions_disconnect_others(server, &request->caller);
    else if (request->kick)
        sessions_disconnect(server, request->who.id, request->kick);
    else
        presence_notify_revoked(server, &request->caller);
    if (request->closes)
        deactivation_publish(server, request->who.id);
    account_request_finish(request, NOT_REFUSED, "");
}

void account_logout(struct server *server, const struct caller *caller, bool everywhere,
                    account_callback *callback, void *context)
{
    if (caller->by_token) {
        callback(context, REFUSED_FORBIDDEN, "a token has no session to log out of");
        return;
    }
    struct account_request *request = begin_request(server, caller, callback, context);
    if (!request)
        return;
    request->kick = everywhere ? "logout" : NULL;
    struct store_job *job = store_job_create();
    store_call(job, everywhere ? STORE_DELETE_SESSIONS : STORE_DELETE_SESSION);
    if (everywhere)
        store_bind_text(job, caller->who.id);
    else
        store_bind_bytes(job, caller->hash, HASH_SIZE);
    store_write(server->store, job, finish_session_change, request);
}

static void write_password_change(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_result(request, result))
        return;
    if (!result->matches) {
        account_request_finish(request, REFUSED_FORBIDDEN, "the old password is wrong");
        return;
    }
    struct store_job *job = store_job_create();
    if (!second_factor_check(request, job))
        return;
    account_request_add_password(job, request, result->new_hash);
    store_call(job, STORE_DELETE_ACCOUNT_CONFIRMATIONS); // a link would set yet another password
    store_bind_text(job, request->who.id);
    store_call(job, STORE_DELETE_OTHER_SESSIONS);
    store_bind_text(job, request->who.id);
    store_bind_bytes(job, request->caller.hash, HASH_SIZE);
    request->keeps_own_session = true;
    store_write(request->pending.server->store, job, finish_session_change, request);
}

static void check_old_password(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_request *request = context;
    if (account_request_load_row(request, job, outcome))
        account_request_check_password(
            request,
            &(struct password_task){.stored_hash = request->stored_hash,
                                    .password = request->password,
                                    .new_password = request->new_password},
            write_password_change);
}

void account_change_password(struct server *server, const struct caller *caller,
                             const struct credentials *owner, const char *new_password,
                             account_callback *callback, void *context)
{
    const char *fault = password_fault(new_password, caller->who.name);
    if (fault || strlen(owner->password) > PASSWORD_MAX) {
        callback(context, fault ? REFUSED_SYNTAX : REFUSED_FORBIDDEN,
                 fault ? fault : "the old password is wrong");
        return;
    }
    struct account_request *request = begin_owner_request(server, caller, owner, callback, context);
    if (!request)
        return;
    snprintf(request->new_password, sizeof request->new_password, "%s", new_password);
    account_request_read(request, check_old_password);
}

// ---- closing ---------------------------------------------------------------------------------

/* Marks the account to be erased, with the id of the ghost that its games will have as their
 * player. That id has a character that no name has. */
static void begin_erasure(struct server *server, struct store_job *job, const struct identity *who)
{
    char ghost[GAME_ID_SIZE + 2] = "*";
    server_make_id(server, ghost + 1);
    store_call(job, STORE_BEGIN_ERASURE);
    store_bind_text(job, who->id);
    store_bind_text(job, ghost);
}

static void write_closing(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_match(request, result))
        return;
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    if (!second_factor_check(request, job))
        return;
    account_close_row(job, &request->who, server_date(server));
    if (request->erases)
        begin_erasure(server, job, &request->who);
    request->kick = "closed";
    request->closes = true;
    store_write(server->store, job, finish_session_change, request);
}

static void close_account(struct server *server, const struct caller *caller,
                          const struct credentials *owner, bool erase, account_callback *callback,
                          void *context)
{
    if (strlen(owner->password) > PASSWORD_MAX) {
        callback(context, REFUSED_FORBIDDEN, "the password is wrong");
        return;
    }
    struct account_request *request = begin_owner_request(server, caller, owner, callback, context);
    if (!request)
        return;
    request->erases = erase;
    account_request_verify_password(request, write_closing);
}

void account_close(struct server *server, const struct caller *caller,
                   const struct credentials *owner, account_callback *callback, void *context)
{
    close_account(server, caller, owner, false, callback, context);
}

void account_erase(struct server *server, const struct caller *caller,
                   const struct credentials *owner, account_callback *callback, void *context)
{
    close_account(server, caller, owner, true, callback, context);
}

// ---- bots ------------------------------------------------------------------------------------

static void finish_bot(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!account_request_check_write(request, outcome, REFUSED_NOT_NOW,
                                     "this account has played games or is playing one: a bot "
                                     "needs a new account"))
        return;
    struct server *server = request->pending.server;
    // Connections, seeks and challenges keep the role that they were made with.
    sessions_disconnect(server, request->who.id, "changed");
    deactivation_publish(server, request->who.id);
    account_request_finish(request, NOT_REFUSED, "");
}

void account_become_bot(struct server *server, const struct caller *caller,
                        account_callback *callback, void *context)
{
    const enum role role = caller->who.role;
    const char *why = role == ROLE_GUEST ? "a guest has no account"
                      : role_is_staff(role)
                          ? "this account belongs to the staff: a bot needs a new account"
                          : "";
    if (*why || role == ROLE_BOT) {
        callback(context, *why ? REFUSED_FORBIDDEN : NOT_REFUSED, why);
        return;
    }
    struct account_request *request = begin_request(server, caller, callback, context);
    if (!request)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_MAKE_BOT);
    store_bind_text(job, caller->who.id);
    store_bind_integer(job, ROLE_BOT);
    store_write(server->store, job, finish_bot, request);
}

// ---- finding ---------------------------------------------------------------------------------

struct account_find_request {
    struct pending_request pending;
    account_found_callback *callback;
    void *context;
};

static void finish_find(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_find_request *request = context;
    if (request->pending.server && outcome == STORE_DONE && store_next_row(job)) {
        const struct account account = account_from_row(job);
        request->callback(request->context, NOT_REFUSED, &account);
    } else if (request->pending.server) {
        request->callback(request->context,
                          outcome == STORE_DONE ? REFUSED_NOT_FOUND : REFUSED_BUSY, NULL);
    }
    pending_destroy(&request->pending);
}

void account_find(struct server *server, const char *name, account_found_callback *callback,
                  void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    const bool is_name = name_to_id(name, id);
    struct account_find_request *request =
        is_name ? pending_create(&server->pending, sizeof *request) : NULL;
    if (!request) {
        callback(context, is_name ? REFUSED_BUSY : REFUSED_NOT_FOUND, NULL);
        return;
    }
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, id);
    store_read(server->store, job, finish_find, request);
}

const char *accounts_find_token(const char *authorization)
{
    static const char bearer[] = "Bearer";
    const char *token = authorization + sizeof bearer - 1;
    if (strncasecmp(authorization, bearer, sizeof bearer - 1) != 0 || (*token && *token != ' '))
        return NULL;
    return token + strspn(token, " ");
}

void accounts_authenticate(struct server *server, const char *authorization, const char *cookie,
                           caller_callback *callback, void *context)
{
    const char *token = accounts_find_token(authorization);
    if (token)
        token_authenticate(server, token, callback, context);
    else
        session_authenticate(server, cookie, callback, context);
}
