/* SPDX-License-Identifier: MIT */
/* What takes several steps (the store, the worker, the store again) is an affair:
 * it keeps what the next step needs. Between two steps anything may happen to the
 * account; so the last one, in the store, says what must still be so. */
#include "accounts/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounts/identity_cache.h"
#include "accounts/names.h"
#include "accounts/presence.h"
#include "base/milliseconds.h"
#include "core/pending.h"

enum { SWEEP_MS = 24 * HOUR_MS, WATCH_MS = 15 * SECOND_MS, LATELY_MS = MINUTE_MS };

struct accounts {
    struct timer sweep, watch;
    struct list bar_listeners;
};

// ---- the module ------------------------------------------------------------------------------

static void sweep(void *context)
{
    struct server *server = context;
    sessions_sweep(server);
    if (!timer_set(&server->timers, &server->accounts->sweep, server->now + SWEEP_MS, sweep,
                   server))
        log_line(server->log, LOG_WARNING, "no memory: old sessions stay until the next start");
}

/* What is remembered of a person's sessions goes, and connections that came by them. */
static void end_visits(struct server *server, const char *id, const char *why)
{
    log_line(server->log, LOG_INFO, "sessions of %s end: %s", id, why);
    identity_cache_forget_person(server, id);
    presence_notify(server, id, NOTICE_KICKED, why);
}

void accounts_listen_deactivated(struct server *server, struct deactivation_listener *listener)
{
    list_add(&server->accounts->bar_listeners, &listener->node);
}

static void tell_barred(struct server *server, const struct map *barred)
{
    const struct list *listeners = &server->accounts->bar_listeners;
    for (struct list *node = listeners->next; node != listeners; node = node->next)
        LIST_OWNER(node, struct deactivation_listener, node)->hear(server, barred);
}

/* If memory runs out here the watch finds it soon. */
static void tell_one_barred(struct server *server, const char *id)
{
    struct map barred;
    map_init(&barred, server_random(server));
    if (map_put(&barred, id, server))
        tell_barred(server, &barred);
    map_fini(&barred);
}

static void expel_barred(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    struct map barred;
    map_init(&barred, server_random(server));
    while (outcome == STORE_DONE && store_next_row(job)) {
        const char *id = store_get_text(job, 0);
        const bool banned = store_get_integer(job, 1) == ACCOUNT_BANNED;
        if (presence_is_online(server, id))
            end_visits(server, id, banned ? "banned" : "closed");
        (void)map_put(&barred, id, server); // else it is found again
    }
    if (barred.count)
        tell_barred(server, &barred);
    map_fini(&barred);
}

static void look_for_barred(struct server *server, int64_t since)
{
    struct pending_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_BARRED);
    store_bind_integer(job, since);
    store_read(server->store, job, expel_barred, request);
}

void accounts_report_deactivated(struct server *server)
{
    look_for_barred(server, 0);
}

/* The operator bans and closes by `rookery admin`, beside the server: whoever is connected then
 * asks for nothing that would tell. */
static void watch(void *context)
{
    struct server *server = context;
    look_for_barred(server, server->now - LATELY_MS);
    if (!timer_set(&server->timers, &server->accounts->watch, server->now + WATCH_MS, watch,
                   server))
        log_line(server->log, LOG_WARNING, "no memory: who is banned stays until the next start");
}

rk_err accounts_create(struct server *server)
{
    pending_list_init(&server->pending, server);
    server->accounts = calloc(1, sizeof *server->accounts);
    if (!server->accounts || !secret_init())
        return RK_NO_MEMORY;
    list_init(&server->accounts->bar_listeners);
    const rk_err err = identity_cache_create(server);
    if (!err) {
        sweep(server);
        watch(server);
    }
    return err;
}

void accounts_destroy(struct server *server)
{
    if (!server->accounts)
        return;
    pending_cancel_all(&server->pending);
    timer_stop(&server->timers, &server->accounts->sweep);
    timer_stop(&server->timers, &server->accounts->watch);
    identity_cache_destroy(server);
    free(server->accounts);
    server->accounts = NULL;
}

// ---- an affair -------------------------------------------------------------------------------

struct affair {
    struct pending_request pending;
    secret_callback *hand_out; /* one of the two is set */
    account_callback *callback;
    void *context;

    struct identity who;
    enum account_status status;
    struct caller caller;
    struct visit visit;
    struct secret secret; /* of the session that begins */
    const char *kick;     /* why all connections end, in a word; NULL: they do not */
    bool closes;          /* the account, too */
    char kept[PASSWORD_HASH_SIZE];
    char given[PASSWORD_MAX + 1], wanted[PASSWORD_MAX + 1];
    char email[EMAIL_MAX + 1];
};

static const char no_memory[] = "there is no memory left for this; try again shortly";

/* Ends the affair and answers. */
static void conclude(struct affair *affair, enum refusal refusal, const char *why)
{
    secret_callback *const hand_out = affair->hand_out;
    account_callback *const callback = affair->callback;
    void *const context = affair->context;
    struct secret secret = affair->secret;
    pending_destroy(&affair->pending);
    if (hand_out)
        hand_out(context, refusal, why, refusal ? "" : secret.text);
    else
        callback(context, refusal, why);
    secret_wipe(&secret, sizeof secret);
}

static void copy_text(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text);
}

/* Whether the server has ended: then the affair has too. */
static bool is_gone(struct affair *affair)
{
    if (affair->pending.server)
        return false;
    pending_destroy(&affair->pending);
    return true;
}

/* What the store said of the last step; true if it is done and something remains to be told. */
static bool is_done(struct affair *affair, enum store_outcome outcome, enum refusal refusal,
                    const char *why)
{
    if (is_gone(affair))
        return false;
    if (outcome == STORE_REFUSED)
        conclude(affair, refusal, why);
    else if (outcome == STORE_FAILED)
        conclude(affair, REFUSED_STORE, refusal_text(REFUSED_STORE));
    return outcome == STORE_DONE;
}

static const char changed_meanwhile[] = "the account has changed meanwhile; try again";

/* Sends the password to the worker. */
static void check_password(struct affair *affair, const struct password_task *task,
                           password_callback *callback)
{
    if (!password_check_async(affair->pending.server, task, callback, affair))
        conclude(affair, REFUSED_BUSY, "too many people log in just now; try again shortly");
}

/* False, and the affair is over, if the worker failed or the server is gone. */
static bool has_worked(struct affair *affair, const struct password_result *result)
{
    if (is_gone(affair))
        return false;
    if (!result->worked)
        conclude(affair, REFUSED_BUSY, no_memory);
    return result->worked;
}

static void read_account(struct affair *affair, store_done *callback)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, affair->who.id);
    store_read(affair->pending.server->store, job, callback, affair);
}

/* The account as it is now. False, and the affair is over, if the store failed or the server is
 * gone; an account that does not exist keeps no password. */
static bool has_read(struct affair *affair, struct store_job *job, enum store_outcome outcome)
{
    if (is_gone(affair))
        return false;
    if (outcome != STORE_DONE) {
        conclude(affair, REFUSED_STORE, "the database could not be read");
        return false;
    }
    if (!store_next_row(job))
        return true;
    copy_text(affair->who.name, sizeof affair->who.name, store_get_text(job, 1));
    copy_text(affair->kept, sizeof affair->kept, store_get_text(job, 2));
    affair->status = (enum account_status)store_get_integer(job, 4);
    affair->who.role = (enum role)store_get_integer(job, 5);
    return true;
}

// ---- opening an account ----------------------------------------------------------------------

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

/* Something@somewhere: more can only be known by writing to it. */
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
    return at && at > email && at[1] ? NULL : "this is no e-mail address";
}

const char *login_form_fault(const struct login_form *login_form, const char **where)
{
    const char *fault = name_fault(login_form->name);
    *where = "name";
    if (!fault) {
        fault = password_fault(login_form->password, login_form->name);
        *where = "password";
    }
    if (!fault) {
        fault = email_fault(login_form->email);
        *where = "email";
    }
    return fault;
}

static struct affair *begin_entry(struct server *server, const struct login_form *login_form,
                                  secret_callback *callback, void *context)
{
    struct affair *affair = pending_create(&server->pending, sizeof *affair);
    if (!affair) {
        callback(context, REFUSED_BUSY, no_memory, "");
        return NULL;
    }
    affair->hand_out = callback;
    affair->context = context;
    affair->visit = client_info_make(login_form->agent, login_form->address);
    copy_text(affair->given, sizeof affair->given, login_form->password);
    secret_generate(&server->env, "", &affair->secret);
    return affair;
}

static void finish_register(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct affair *affair = context;
    if (!is_done(affair, outcome, REFUSED_TAKEN, "that name is taken"))
        return;
    log_line(affair->pending.server->log, LOG_INFO, "%s opened an account from %s", affair->who.id,
             affair->visit.address);
    conclude(affair, NOT_REFUSED, "");
}

static void write_newcomer(void *context, const struct password_result *result)
{
    struct affair *affair = context;
    if (!has_worked(affair, result))
        return;
    struct server *server = affair->pending.server;
    struct store_job *job = store_job_create();
    account_add_row(job, &affair->who, result->made, affair->email, server->now);
    session_add_login_row(job, &affair->secret, affair->who.id, result->made, &affair->visit,
                          server->now);
    store_write(server->store, job, finish_register, affair);
}

void account_register(struct server *server, const struct login_form *login_form,
                      secret_callback *callback, void *context)
{
    const char *where, *fault = login_form_fault(login_form, &where);
    if (!server->config.registration) {
        callback(context, REFUSED_FORBIDDEN, "accounts are opened by the operator here", "");
        return;
    }
    if (fault) {
        callback(context, REFUSED_SYNTAX, fault, "");
        return;
    }
    struct affair *affair = begin_entry(server, login_form, callback, context);
    if (!affair)
        return;
    name_to_id(login_form->name, affair->who.id);
    copy_text(affair->who.name, sizeof affair->who.name, login_form->name);
    copy_text(affair->email, sizeof affair->email, login_form->email);
    check_password(affair, &(struct password_task){.given = affair->given}, write_newcomer);
}

// ---- entering it -----------------------------------------------------------------------------

static void finish_login(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct affair *affair = context;
    if (is_done(affair, outcome, REFUSED_NOT_NOW, changed_meanwhile))
        conclude(affair, NOT_REFUSED, "");
}

static void change_hash(struct store_job *job, const struct affair *affair, const char *made)
{
    store_call(job, STORE_CHANGE_PASSWORD);
    store_bind_text(job, affair->who.id);
    store_bind_text(job, made);
    store_bind_text(job, affair->kept);
}

static void write_login(struct affair *affair, const char *made)
{
    struct server *server = affair->pending.server;
    struct store_job *job = store_job_create();
    session_add_login_row(job, &affair->secret, affair->who.id, affair->kept, &affair->visit,
                          server->now);
    if (*made)
        change_hash(job, affair, made);
    store_write(server->store, job, finish_login, affair);
}

static void refuse_login(struct affair *affair)
{
    log_line(affair->pending.server->log, LOG_INFO, "a wrong password for %s from %s",
             affair->who.id, affair->visit.address);
    conclude(affair, REFUSED_UNAUTHENTICATED, "the name or the password is wrong");
}

static void judge_login(void *context, const struct password_result *result)
{
    struct affair *affair = context;
    if (!has_worked(affair, result))
        return;
    if (affair->status == ACCOUNT_CLOSED)
        conclude(affair, REFUSED_FORBIDDEN, "this account is closed");
    else if (!result->fits)
        refuse_login(affair);
    else if (affair->status == ACCOUNT_BANNED)
        conclude(affair, REFUSED_FORBIDDEN, "this account is banned");
    else
        write_login(affair, result->made);
}

static void check_login(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct affair *affair = context;
    if (has_read(affair, job, outcome))
        check_password(affair,
                       &(struct password_task){.kept = affair->kept, .given = affair->given},
                       judge_login);
}

void account_login(struct server *server, const struct login_form *login_form,
                   secret_callback *callback, void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    if (strlen(login_form->password) > PASSWORD_MAX || !name_to_id(login_form->name, id)) {
        callback(context, REFUSED_UNAUTHENTICATED, "the name or the password is wrong", "");
        return;
    }
    struct affair *affair = begin_entry(server, login_form, callback, context);
    if (!affair)
        return;
    copy_text(affair->who.id, sizeof affair->who.id, id);
    read_account(affair, check_login);
}

void account_make_guest(struct server *server, const char *agent, const char *address,
                        secret_callback *callback, void *context)
{
    if (!server->config.guests) {
        callback(context, REFUSED_FORBIDDEN, "one needs an account to play here", "");
        return;
    }
    struct affair *affair = begin_entry(
        server, &(struct login_form){.password = "", .agent = agent, .address = address}, callback,
        context);
    if (!affair)
        return;
    guest_create(server, &affair->who);
    struct store_job *job = store_job_create();
    session_add_guest_row(job, &affair->secret, affair->who.id, &affair->visit, server->now);
    store_write(server->store, job, finish_login, affair);
}

// ---- what its owner does ---------------------------------------------------------------------

static struct affair *begin_affair(struct server *server, const struct caller *caller,
                                   account_callback *callback, void *context)
{
    struct affair *affair = pending_create(&server->pending, sizeof *affair);
    if (!affair) {
        callback(context, REFUSED_BUSY, no_memory);
        return NULL;
    }
    affair->callback = callback;
    affair->context = context;
    affair->caller = *caller;
    affair->who = caller->who;
    return affair;
}

/* Begins what only a person with a session may do. NULL: it was refused. */
static struct affair *begin_own(struct server *server, const struct caller *caller,
                                account_callback *callback, void *context)
{
    const bool is_guest = caller->who.role == ROLE_GUEST;
    if (caller->by_token || is_guest) {
        callback(context, REFUSED_FORBIDDEN,
                 is_guest ? "a guest has no account" : "not by a token: log in for this");
        return NULL;
    }
    return begin_affair(server, caller, callback, context);
}

/* Sessions have ended. */
static void finish_own(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct affair *affair = context;
    if (!is_done(affair, outcome, REFUSED_NOT_NOW, changed_meanwhile))
        return;
    struct server *server = affair->pending.server;
    identity_cache_forget(server, affair->caller.hash);
    if (affair->kick)
        end_visits(server, affair->who.id, affair->kick);
    else
        presence_notify_revoked(server, &affair->caller);
    if (affair->closes)
        tell_one_barred(server, affair->who.id);
    conclude(affair, NOT_REFUSED, "");
}

void account_logout(struct server *server, const struct caller *caller, bool everywhere,
                    account_callback *callback, void *context)
{
    if (caller->by_token) {
        callback(context, REFUSED_FORBIDDEN, "a token has no session that could end");
        return;
    }
    struct affair *affair = begin_affair(server, caller, callback, context);
    if (!affair)
        return;
    affair->kick = everywhere ? "logout" : NULL;
    struct store_job *job = store_job_create();
    store_call(job, everywhere ? STORE_END_SESSIONS : STORE_END_SESSION);
    if (everywhere)
        store_bind_text(job, caller->who.id);
    else
        store_bind_bytes(job, caller->hash, HASH_SIZE);
    store_write(server->store, job, finish_own, affair);
}

static void write_change(void *context, const struct password_result *result)
{
    struct affair *affair = context;
    if (!has_worked(affair, result))
        return;
    if (!result->fits) {
        conclude(affair, REFUSED_FORBIDDEN, "the old password is wrong");
        return;
    }
    struct store_job *job = store_job_create();
    change_hash(job, affair, result->made);
    store_call(job, STORE_END_OTHER_SESSIONS);
    store_bind_text(job, affair->who.id);
    store_bind_bytes(job, affair->caller.hash, HASH_SIZE);
    affair->kick = "password";
    store_write(affair->pending.server->store, job, finish_own, affair);
}

static void check_old(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct affair *affair = context;
    if (has_read(affair, job, outcome))
        check_password(affair, &(struct password_task){affair->kept, affair->given, affair->wanted},
                       write_change);
}

void account_change_password(struct server *server, const struct caller *caller, const char *old,
                             const char *wanted, account_callback *callback, void *context)
{
    const char *fault = password_fault(wanted, caller->who.name);
    if (fault || strlen(old) > PASSWORD_MAX) {
        callback(context, fault ? REFUSED_SYNTAX : REFUSED_FORBIDDEN,
                 fault ? fault : "the old password is wrong");
        return;
    }
    struct affair *affair = begin_own(server, caller, callback, context);
    if (!affair)
        return;
    copy_text(affair->given, sizeof affair->given, old);
    copy_text(affair->wanted, sizeof affair->wanted, wanted);
    read_account(affair, check_old);
}

// ---- closing it ------------------------------------------------------------------------------

void account_close_row(struct store_job *job, const struct identity *who, int64_t now)
{
    store_call(job, STORE_CLOSE_ACCOUNT);
    store_bind_text(job, who->id);
    store_bind_integer(job, now);
    store_call(job, STORE_END_SESSIONS);
    store_bind_text(job, who->id);
    store_call(job, STORE_END_TOKENS);
    store_bind_text(job, who->id);
    store_call(job, STORE_END_RELATIONS);
    store_bind_text(job, who->id);
}

static void write_close(void *context, const struct password_result *result)
{
    struct affair *affair = context;
    if (!has_worked(affair, result))
        return;
    if (!result->fits) {
        conclude(affair, REFUSED_FORBIDDEN, "the password is wrong");
        return;
    }
    struct server *server = affair->pending.server;
    struct store_job *job = store_job_create();
    account_close_row(job, &affair->who, server->now);
    affair->kick = "closed";
    affair->closes = true;
    store_write(server->store, job, finish_own, affair);
}

static void check_close(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct affair *affair = context;
    if (has_read(affair, job, outcome))
        check_password(affair,
                       &(struct password_task){.kept = affair->kept, .given = affair->given},
                       write_close);
}

void account_close(struct server *server, const struct caller *caller, const char *password,
                   account_callback *callback, void *context)
{
    if (strlen(password) > PASSWORD_MAX) {
        callback(context, REFUSED_FORBIDDEN, "the password is wrong");
        return;
    }
    struct affair *affair = begin_own(server, caller, callback, context);
    if (!affair)
        return;
    copy_text(affair->given, sizeof affair->given, password);
    read_account(affair, check_close);
}

// ---- bots ------------------------------------------------------------------------------------

static void finish_bot(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct affair *affair = context;
    if (!is_done(affair, outcome, REFUSED_NOT_NOW,
                 "this account has played games: a bot needs a fresh one"))
        return;
    identity_cache_forget_person(affair->pending.server, affair->who.id);
    conclude(affair, NOT_REFUSED, "");
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
    struct affair *affair = begin_affair(server, caller, callback, context);
    if (!affair)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_MAKE_BOT);
    store_bind_text(job, caller->who.id);
    store_bind_integer(job, ROLE_BOT);
    store_write(server->store, job, finish_bot, affair);
}

// ---- looking somebody up ---------------------------------------------------------------------

struct lookup {
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

static void finish_lookup(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct lookup *lookup = context;
    if (lookup->pending.server && outcome == STORE_DONE && store_next_row(job)) {
        const struct account account = account_from_row(job);
        lookup->callback(lookup->context, &account);
    } else if (lookup->pending.server) {
        lookup->callback(lookup->context, NULL);
    }
    pending_destroy(&lookup->pending);
}

void account_find(struct server *server, const char *name, account_found_callback *callback,
                  void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    struct lookup *lookup =
        name_to_id(name, id) ? pending_create(&server->pending, sizeof *lookup) : NULL;
    if (!lookup) {
        callback(context, NULL);
        return;
    }
    lookup->callback = callback;
    lookup->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, id);
    store_read(server->store, job, finish_lookup, lookup);
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
