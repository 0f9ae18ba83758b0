/* SPDX-License-Identifier: MIT */
#include "api/mod.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/permissions.h"
#include "accounts/user_text.h"
#include "api/api.h"
#include "base/milliseconds.h"
#include "core/pending.h"
#include "http/exchange_query.h"
#include "moderation/audit.h"

enum { MINUTES_MAX = 10 * 366 * 24 * 60 };

// ---- writing ---------------------------------------------------------------------------------

struct mod_request {
    struct pending_request pending; /* internal */
    struct exchange *exchange;
    const char *refused;
    mod_function *next;
    void (*next_on_subject)(struct exchange *exchange);
    bool acts;
};

/* NULL: it has responded 503. */
static struct mod_request *begin_request(struct exchange *exchange)
{
    struct mod_request *request = pending_create(&exchange->server->pending, sizeof *request);
    if (!request) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return NULL;
    }
    request->pending.internal = true;
    request->exchange = exchange;
    return request;
}

struct staff mod_staff(const struct exchange *exchange)
{
    return (struct staff){.actor = exchange->caller.who.id, .now = server_date(exchange->server)};
}

static void finish_write(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct mod_request *request = context;
    struct exchange *exchange = request->exchange;
    const char *refused = request->refused;
    pending_destroy(&request->pending);
    if (outcome == STORE_DONE)
        exchange_ok(exchange);
    else if (outcome == STORE_REFUSED)
        exchange_refuse(exchange, REFUSED_NOT_NOW, refused);
    else
        exchange_refuse(exchange, REFUSED_STORE, NULL);
}

/* Any action may say why; some have read their reason already. */
static bool add_reason(struct exchange *exchange, struct staff_action *action)
{
    char reason[REASON_SIZE];
    const char *given = form_text(exchange->form, "reason");
    if (action->has_reason || !given || !*given)
        return true;
    if (!mod_read_text(exchange, "reason", REASON_CHARACTERS, reason))
        return false;
    staff_action_add_reason(action, reason);
    return true;
}

void mod_write(struct exchange *exchange, struct staff_action *action, const char *refused)
{
    if (!add_reason(exchange, action)) {
        store_job_destroy(action->job);
        staff_action_fini(action);
        return;
    }
    struct mod_request *request = begin_request(exchange);
    const struct audit_entry entry = staff_action_entry(action);
    if (request) {
        request->refused = refused;
        audit_write(exchange->server, &entry, action->job, finish_write, request);
    } else {
        store_job_destroy(action->job);
    }
    staff_action_fini(action);
}

// ---- accounts --------------------------------------------------------------------------------

/* Why the caller may not act on the account; NULL: they may. */
static const char *find_refusal(const struct caller *caller, const struct account *account)
{
    if (!strcmp(caller->who.id, account->who.id))
        return "you cannot do this to yourself";
    if (role_is_staff(account->who.role) && caller->who.role != ROLE_ADMIN)
        return "only an admin can do this to staff";
    return NULL;
}

static void pass_account(void *context, enum refusal refusal, const struct account *account)
{
    struct mod_request *request = context;
    struct exchange *exchange = request->exchange;
    mod_function *const next = request->next;
    const char *why = account && request->acts ? find_refusal(&exchange->caller, account) : NULL;
    pending_destroy(&request->pending);
    if (!account)
        api_refuse_lookup(exchange, refusal, "no such account");
    else if (why)
        exchange_refuse(exchange, REFUSED_FORBIDDEN, why);
    else
        next(exchange, account);
}

static void find_account(struct exchange *exchange, mod_function *next, bool acts)
{
    struct mod_request *request = begin_request(exchange);
    if (!request)
        return;
    request->next = next;
    request->acts = acts;
    account_find(exchange->server, exchange->params[0], pass_account, request);
}

void mod_act_on_account(struct exchange *exchange, mod_function *next)
{
    find_account(exchange, next, true);
}

void mod_view_account(struct exchange *exchange, mod_function *next)
{
    find_account(exchange, next, false);
}

/* REFUSED_NOT_FOUND: there is no such report or note, as `next` will say. */
static void pass_subject(void *context, enum refusal refusal, const struct account *account)
{
    struct mod_request *request = context;
    struct exchange *exchange = request->exchange;
    void (*const next)(struct exchange *) = request->next_on_subject;
    const char *why = account ? find_refusal(&exchange->caller, account) : NULL;
    pending_destroy(&request->pending);
    if (!account && refusal != REFUSED_NOT_FOUND)
        exchange_refuse(exchange, refusal, NULL);
    else if (why)
        exchange_refuse(exchange, REFUSED_FORBIDDEN, why);
    else
        next(exchange);
}

static void find_subject(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct mod_request *request = context;
    struct exchange *exchange = request->exchange;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
    } else if (outcome != STORE_DONE) {
        pending_destroy(&request->pending);
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    } else if (!store_next_row(job)) {
        pass_subject(request, REFUSED_NOT_FOUND, NULL);
    } else {
        request->pending.internal = true;
        account_find(exchange->server, store_get_text(job, 0), pass_subject, request);
    }
}

void mod_act_on_subject(struct exchange *exchange, enum statement statement, int64_t number,
                        void (*next)(struct exchange *exchange))
{
    struct mod_request *request = begin_request(exchange);
    if (!request)
        return;
    request->pending.internal = false; // the store answers first
    request->next_on_subject = next;
    struct store_job *job = store_job_create();
    store_call(job, statement);
    store_bind_integer(job, number);
    store_read(exchange->server->store, job, find_subject, request);
}

// ---- fields ----------------------------------------------------------------------------------

bool mod_read_text(struct exchange *exchange, const char *key, size_t characters, char *out)
{
    char why[64];
    const char *text = form_text(exchange->form, key);
    const size_t count = text ? user_text_count(text) : 0;
    if (count > characters) {
        snprintf(why, sizeof why, "must have at most %zu characters", characters);
        exchange_refuse_field(exchange, key, why);
        return false;
    }
    if (count && user_text_sanitize(text, characters, out, characters * 4 + 1))
        return true;
    exchange_refuse_field(exchange, key, "missing");
    return false;
}

bool mod_read_until(struct exchange *exchange, int64_t fallback, int64_t *out)
{
    const int64_t now = server_date(exchange->server);
    int64_t minutes = fallback, until = 0;
    if (!form_integer(exchange->form, "minutes", 0, MINUTES_MAX, &minutes)) {
        exchange_refuse_field(exchange, "minutes", "must be a number from 0 to 5270400");
        return false;
    }
    if (!form_integer(exchange->form, "until", now + 1, now + (int64_t)MINUTES_MAX * MINUTE_MS,
                      &until)) {
        exchange_refuse_field(exchange, "until",
                              "must be milliseconds since 1970, in the next ten years");
        return false;
    }
    *out = until ? until : minutes ? now + minutes * MINUTE_MS : 0;
    return true;
}

bool mod_read_number(struct exchange *exchange, unsigned part, int64_t *out)
{
    const char *text = exchange->params[part];
    const size_t digits = strspn(text, "0123456789");
    if (digits && digits <= 15 && !text[digits]) {
        *out = strtoll(text, NULL, 10);
        return true;
    }
    exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
    return false;
}

// ---- listings --------------------------------------------------------------------------------

static void send_listing(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    const struct listing *listing = listing_find(*(const enum listing_kind *)exchange->data);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, listing->name);
    while (store_next_row(job))
        listing_write_row(listing, job, &json);
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void mod_send_listing(struct exchange *exchange, enum listing_kind kind, struct store_job *job)
{
    enum listing_kind *data = exchange->data = malloc(sizeof *data);
    if (!data) {
        store_job_destroy(job);
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    *data = kind;
    exchange_read(exchange, job, send_listing);
}
