/* SPDX-License-Identifier: MIT */
/* Most requests take several steps: they read the store, check a password on a worker thread, and
 * write to the store. The account may change between two steps, so the final job has a condition,
 * such as the password hash that was checked, and is refused if it no longer holds. */
#include "accounts/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounts/deactivation.h"
#include "accounts/identity_cache.h"
#include "accounts/names.h"
#include "accounts/presence.h"
#include "base/milliseconds.h"
#include "core/pending.h"

enum { SWEEP_MS = 24 * HOUR_MS };

struct accounts {
    struct timer sweep;
};

// ---- the module ------------------------------------------------------------------------------

static void sweep_sessions(void *context)
{
    struct server *server = context;
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
        err = deactivations_create(server);
    if (!err)
        sweep_sessions(server);
    return err;
}

void accounts_destroy(struct server *server)
{
    if (!server->accounts)
        return;
    pending_cancel_all(&server->pending);
    timer_stop(&server->timers, &server->accounts->sweep);
    deactivations_destroy(server);
    identity_cache_destroy(server);
    free(server->accounts);
    server->accounts = NULL;
}

// ---- requests --------------------------------------------------------------------------------

struct account_request {
    struct pending_request pending;
    secret_callback *secret_callback; /* one of these two is set */
    account_callback *callback;
    void *context;

    struct identity who;
    enum account_status status;
    struct caller caller;
    struct client_info client;
    struct secret secret; /* of the new session */
    const char *kick;     /* why all connections close, in a word; NULL: they stay */
    bool closes;          /* closes the account */
    char stored_hash[PASSWORD_HASH_SIZE];
    char password[PASSWORD_MAX + 1], new_password[PASSWORD_MAX + 1];
    char email[EMAIL_MAX + 1];
};

static const char no_memory[] = "the server is out of memory; try again later";

/* Destroys the request and calls back. */
static void finish_request(struct account_request *request, enum refusal refusal, const char *why)
{
    secret_callback *const on_secret = request->secret_callback;
    account_callback *const callback = request->callback;
    void *const context = request->context;
    struct secret secret = request->secret;
    pending_destroy(&request->pending);
    if (on_secret)
        on_secret(context, refusal, why, refusal ? "" : secret.text);
    else
        callback(context, refusal, why);
    secret_wipe(&secret, sizeof secret);
}

static void copy_text(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text);
}

/* Whether the server is gone; then the request is destroyed. */
static bool is_cancelled(struct account_request *request)
{
    if (request->pending.server)
        return false;
    pending_destroy(&request->pending);
    return true;
}

/* Handles the outcome of the final write. True if it succeeded and the request must still be
 * finished. */
static bool is_written(struct account_request *request, enum store_outcome outcome,
                       enum refusal refusal, const char *why)
{
    if (is_cancelled(request))
        return false;
    if (outcome == STORE_REFUSED)
        finish_request(request, refusal, why);
    else if (outcome == STORE_FAILED)
        finish_request(request, REFUSED_STORE, refusal_text(REFUSED_STORE));
    return outcome == STORE_DONE;
}

static const char account_changed[] = "the account has changed in the meantime; try again";

/* Has a worker check the password. */
static void check_password(struct account_request *request, const struct password_task *task,
                           password_callback *callback)
{
    if (!password_check_async(request->pending.server, task, callback, request))
        finish_request(request, REFUSED_BUSY, "too many logins at the moment; try again later");
}

/* False, and the request is finished, if the worker failed or the server is gone. */
static bool is_password_checked(struct account_request *request,
                                const struct password_result *result)
{
    if (is_cancelled(request))
        return false;
    if (!result->ok)
        finish_request(request, REFUSED_BUSY, no_memory);
    return result->ok;
}

static void read_account(struct account_request *request, store_done *callback)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, request->who.id);
    store_read(request->pending.server->store, job, callback, request);
}

/* Takes the account from the row. False, and the request is finished, if the store failed or the
 * server is gone. For an account that does not exist the hash stays empty. */
static bool is_account_read(struct account_request *request, struct store_job *job,
                            enum store_outcome outcome)
{
    if (is_cancelled(request))
        return false;
    if (outcome != STORE_DONE) {
        finish_request(request, REFUSED_STORE, "the database could not be read");
        return false;
    }
    if (!store_next_row(job))
        return true;
    copy_text(request->who.name, sizeof request->who.name, store_get_text(job, 1));
    copy_text(request->stored_hash, sizeof request->stored_hash, store_get_text(job, 2));
    request->status = (enum account_status)store_get_integer(job, 4);
    request->who.role = (enum role)store_get_integer(job, 5);
    return true;
}

// ---- registration ----------------------------------------------------------------------------

void account_add_row(struct store_job *job, const struct identity *who, const char *hash,
                     const char *email, int64_t now)
{
    store_call(job, STORE_ADD_ACCOUNT);
    store_bind_text(job, who->id);
    store_bind_text(job, who->name);
    store_bind_text(job, hash);
    store_bind_text(job, *email ? email : NULL);
    store_bind_integer(job, ACCOUNT_ACTIVE);
    store_bind_integer(job, who->role);
    store_bind_integer(job, now);
}

/* Only the form is checked: whether the address works can only be found out by writing to it. */
static const char *email_fault(const char *email)
{
    const size_t length = strlen(email);
    const char *at = strrchr(email, '@');
    if (!length)
        return NULL;
    if (length > EMAIL_MAX)
        return "an e-mail address has at most 254 characters";
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)email[i] <= ' ' || email[i] == 0x7f)
            return "an e-mail address has no blanks";
    return at && at > email && at[1] ? NULL : "this is not an e-mail address";
}

const char *login_form_fault(const struct login_form *form, const char **where)
{
    const char *fault = name_fault(form->name);
    *where = "name";
    if (!fault) {
        fault = password_fault(form->password, form->name);
        *where = "password";
    }
    if (!fault) {
        fault = email_fault(form->email);
        *where = "email";
    }
    return fault;
}

static struct account_request *begin_login_request(struct server *server,
                                                   const struct login_form *form,
                                                   secret_callback *callback, void *context)
{
    struct account_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, no_memory, "");
        return NULL;
    }
    request->secret_callback = callback;
    request->context = context;
    request->client = client_info_make(form->agent, form->address);
    copy_text(request->password, sizeof request->password, form->password);
    secret_generate(&server->env, "", &request->secret);
    return request;
}

static void finish_register(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!is_written(request, outcome, REFUSED_TAKEN, "that name is taken"))
        return;
    log_line(request->pending.server->log, LOG_INFO, "%s registered from %s", request->who.id,
             request->client.address);
    finish_request(request, NOT_REFUSED, "");
}

static void write_registration(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!is_password_checked(request, result))
        return;
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    account_add_row(job, &request->who, result->new_hash, request->email, server->now);
    session_add_login_row(job, &request->secret, request->who.id, result->new_hash,
                          &request->client, server->now);
    store_write(server->store, job, finish_register, request);
}

void account_register(struct server *server, const struct login_form *form,
                      secret_callback *callback, void *context)
{
    const char *where, *fault = login_form_fault(form, &where);
    if (!server->config.registration) {
        callback(context, REFUSED_FORBIDDEN, "only the operator can create accounts", "");
        return;
    }
    if (fault) {
        callback(context, REFUSED_SYNTAX, fault, "");
        return;
    }
    struct account_request *request = begin_login_request(server, form, callback, context);
    if (!request)
        return;
    name_to_id(form->name, request->who.id);
    copy_text(request->who.name, sizeof request->who.name, form->name);
    copy_text(request->email, sizeof request->email, form->email);
    check_password(request, &(struct password_task){.password = request->password},
                   write_registration);
}

// ---- login -----------------------------------------------------------------------------------

static void finish_login(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (is_written(request, outcome, REFUSED_NOT_NOW, account_changed))
        finish_request(request, NOT_REFUSED, "");
}

static void add_password_change(struct store_job *job, const struct account_request *request,
                                const char *new_hash)
{
    store_call(job, STORE_CHANGE_PASSWORD);
    store_bind_text(job, request->who.id);
    store_bind_text(job, new_hash);
    store_bind_text(job, request->stored_hash);
}

static void write_login(struct account_request *request, const char *new_hash)
{
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    session_add_login_row(job, &request->secret, request->who.id, request->stored_hash,
                          &request->client, server->now);
    if (*new_hash)
        add_password_change(job, request, new_hash);
    store_write(server->store, job, finish_login, request);
}

static void refuse_login(struct account_request *request)
{
    log_line(request->pending.server->log, LOG_INFO, "wrong password for %s from %s",
             request->who.id, request->client.address);
    finish_request(request, REFUSED_UNAUTHENTICATED, "wrong name or password");
}

static void check_login_result(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!is_password_checked(request, result))
        return;
    if (request->status == ACCOUNT_CLOSED)
        finish_request(request, REFUSED_FORBIDDEN, "this account is closed");
    else if (!result->matches)
        refuse_login(request);
    else if (request->status == ACCOUNT_BANNED)
        finish_request(request, REFUSED_FORBIDDEN, "this account is banned");
    else
        write_login(request, result->new_hash);
}

static void check_login_password(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_request *request = context;
    if (is_account_read(request, job, outcome))
        check_password(request,
                       &(struct password_task){.stored_hash = request->stored_hash,
                                               .password = request->password},
                       check_login_result);
}

void account_login(struct server *server, const struct login_form *form, secret_callback *callback,
                   void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    if (strlen(form->password) > PASSWORD_MAX || !name_to_id(form->name, id)) {
        callback(context, REFUSED_UNAUTHENTICATED, "wrong name or password", "");
        return;
    }
    struct account_request *request = begin_login_request(server, form, callback, context);
    if (!request)
        return;
    copy_text(request->who.id, sizeof request->who.id, id);
    read_account(request, check_login_password);
}

void account_make_guest(struct server *server, const char *agent, const char *address,
                        secret_callback *callback, void *context)
{
    if (!server->config.guests) {
        callback(context, REFUSED_FORBIDDEN, "you need an account to play here", "");
        return;
    }
    struct account_request *request = begin_login_request(
        server, &(struct login_form){.password = "", .agent = agent, .address = address}, callback,
        context);
    if (!request)
        return;
    guest_create(server, &request->who);
    struct store_job *job = store_job_create();
    session_add_guest_row(job, &request->secret, request->who.id, &request->client, server->now);
    store_write(server->store, job, finish_login, request);
}

// ---- logout and password ---------------------------------------------------------------------

static struct account_request *begin_request(struct server *server, const struct caller *caller,
                                             account_callback *callback, void *context)
{
    struct account_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, no_memory);
        return NULL;
    }
    request->callback = callback;
    request->context = context;
    request->caller = *caller;
    request->who = caller->who;
    return request;
}

/* For requests that need a session, not a token. NULL: it was refused. */
static struct account_request *begin_session_request(struct server *server,
                                                     const struct caller *caller,
                                                     account_callback *callback, void *context)
{
    const bool is_guest = caller->who.role == ROLE_GUEST;
    if (caller->by_token || is_guest) {
        callback(context, REFUSED_FORBIDDEN,
                 is_guest ? "a guest has no account" : "a token cannot do this: log in");
        return NULL;
    }
    return begin_request(server, caller, callback, context);
}

/* The change is on disk, and sessions have ended. */
static void finish_session_change(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!is_written(request, outcome, REFUSED_NOT_NOW, account_changed))
        return;
    struct server *server = request->pending.server;
    identity_cache_remove(server, request->caller.hash);
    if (request->kick)
        sessions_disconnect(server, request->who.id, request->kick);
    else
        presence_notify_revoked(server, &request->caller);
    if (request->closes)
        deactivation_report(server, request->who.id);
    finish_request(request, NOT_REFUSED, "");
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
    if (!is_password_checked(request, result))
        return;
    if (!result->matches) {
        finish_request(request, REFUSED_FORBIDDEN, "the old password is wrong");
        return;
    }
    struct store_job *job = store_job_create();
    add_password_change(job, request, result->new_hash);
    store_call(job, STORE_DELETE_OTHER_SESSIONS);
    store_bind_text(job, request->who.id);
    store_bind_bytes(job, request->caller.hash, HASH_SIZE);
    request->kick = "password";
    store_write(request->pending.server->store, job, finish_session_change, request);
}

static void check_old_password(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_request *request = context;
    if (is_account_read(request, job, outcome))
        check_password(
            request,
            &(struct password_task){request->stored_hash, request->password, request->new_password},
            write_password_change);
}

void account_change_password(struct server *server, const struct caller *caller,
                             const char *old_password, const char *new_password,
                             account_callback *callback, void *context)
{
    const char *fault = password_fault(new_password, caller->who.name);
    if (fault || strlen(old_password) > PASSWORD_MAX) {
        callback(context, fault ? REFUSED_SYNTAX : REFUSED_FORBIDDEN,
                 fault ? fault : "the old password is wrong");
        return;
    }
    struct account_request *request = begin_session_request(server, caller, callback, context);
    if (!request)
        return;
    copy_text(request->password, sizeof request->password, old_password);
    copy_text(request->new_password, sizeof request->new_password, new_password);
    read_account(request, check_old_password);
}

// ---- closing ---------------------------------------------------------------------------------

void account_close_row(struct store_job *job, const struct identity *who, int64_t now)
{
    store_call(job, STORE_CLOSE_ACCOUNT);
    store_bind_text(job, who->id);
    store_bind_integer(job, now);
    store_call(job, STORE_DELETE_SESSIONS);
    store_bind_text(job, who->id);
    store_call(job, STORE_DELETE_TOKENS);
    store_bind_text(job, who->id);
    store_call(job, STORE_DELETE_RELATIONS);
    store_bind_text(job, who->id);
}

static void write_closing(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!is_password_checked(request, result))
        return;
    if (!result->matches) {
        finish_request(request, REFUSED_FORBIDDEN, "the password is wrong");
        return;
    }
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    account_close_row(job, &request->who, server->now);
    request->kick = "closed";
    request->closes = true;
    store_write(server->store, job, finish_session_change, request);
}

static void check_close_password(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_request *request = context;
    if (is_account_read(request, job, outcome))
        check_password(request,
                       &(struct password_task){.stored_hash = request->stored_hash,
                                               .password = request->password},
                       write_closing);
}

void account_close(struct server *server, const struct caller *caller, const char *password,
                   account_callback *callback, void *context)
{
    if (strlen(password) > PASSWORD_MAX) {
        callback(context, REFUSED_FORBIDDEN, "the password is wrong");
        return;
    }
    struct account_request *request = begin_session_request(server, caller, callback, context);
    if (!request)
        return;
    copy_text(request->password, sizeof request->password, password);
    read_account(request, check_close_password);
}

// ---- bots ------------------------------------------------------------------------------------

static void finish_bot(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!is_written(request, outcome, REFUSED_NOT_NOW,
                    "this account has played games: a bot needs a new account"))
        return;
    identity_cache_remove_person(request->pending.server, request->who.id);
    finish_request(request, NOT_REFUSED, "");
}

void account_become_bot(struct server *server, const struct caller *caller,
                        account_callback *callback, void *context)
{
    const bool is_bot = caller->who.role == ROLE_BOT;
    if (is_bot || caller->who.role == ROLE_GUEST) {
        callback(context, is_bot ? NOT_REFUSED : REFUSED_FORBIDDEN,
                 is_bot ? "" : "a guest has no account");
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

struct account account_from_row(const struct store_job *job)
{
    struct account account = {.status = (enum account_status)store_get_integer(job, 4),
                              .created_at = store_get_integer(job, 6),
                              .seen_at = store_get_integer(job, 7),
                              .games = store_get_integer(job, 9),
                              .whites = store_get_integer(job, 10),
                              .email = store_get_text(job, 3),
                              .settings = store_get_text(job, 8)};
    copy_text(account.who.id, sizeof account.who.id, store_get_text(job, 0));
    copy_text(account.who.name, sizeof account.who.name, store_get_text(job, 1));
    account.who.role = (enum role)store_get_integer(job, 5);
    return account;
}

static void finish_find(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_find_request *request = context;
    if (request->pending.server && outcome == STORE_DONE && store_next_row(job)) {
        const struct account account = account_from_row(job);
        request->callback(request->context, &account);
    } else if (request->pending.server) {
        request->callback(request->context, NULL);
    }
    pending_destroy(&request->pending);
}

void account_find(struct server *server, const char *name, account_found_callback *callback,
                  void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    struct account_find_request *request =
        name_to_id(name, id) ? pending_create(&server->pending, sizeof *request) : NULL;
    if (!request) {
        callback(context, NULL);
        return;
    }
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, id);
    store_read(server->store, job, finish_find, request);
}

void accounts_authenticate(struct server *server, const char *authorization, const char *cookie,
                           caller_callback *callback, void *context)
{
    static const char bearer[] = "Bearer";
    const char *token = authorization + sizeof bearer - 1;
    if (!strncasecmp(authorization, bearer, sizeof bearer - 1) && (!*token || *token == ' '))
        token_authenticate(server, token + strspn(token, " "), callback, context);
    else
        session_authenticate(server, cookie, callback, context);
}
