/* SPDX-License-Identifier: MIT */
/* Reports by players, and the queue in which staff work on them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "api/api.h"
#include "api/handlers.h"
#include "api/mod.h"
#include "http/exchange_query.h"
#include "moderation/report_reasons.h"

enum { REPORTS_MAX = 200, OPEN_MAX = 20, ALL_STATES = 7, OPEN_STATES = 3 };

// ---- reporting -------------------------------------------------------------------------------

/* Owned by the exchange. */
struct report {
    char reason[16], game[GAME_ID_SIZE + 1];
    char text[STAFF_TEXT_SIZE];
};

static void finish_report(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct exchange *exchange = exchange_query_finish(context);
    if (!exchange)
        return;
    if (outcome == STORE_DONE)
        exchange_ok(exchange);
    else if (outcome == STORE_REFUSED)
        exchange_refuse(exchange, REFUSED_NOT_NOW,
                        "you have 20 open reports: wait until they have been reviewed");
    else
        exchange_refuse(exchange, REFUSED_STORE, NULL);
}

static void write_report(struct exchange *exchange, const char *suspect)
{
    const struct report *report = exchange->data;
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_REPORT);
    store_bind_integer(job, server_date(exchange->server));
    store_bind_text(job, exchange->caller.who.id);
    store_bind_text(job, suspect);
    store_bind_text(job, *report->game ? report->game : NULL);
    store_bind_text(job, report->reason);
    store_bind_text(job, report->text);
    store_bind_integer(job, OPEN_MAX);
    exchange_write(exchange, job, finish_report);
}

static void report_account(void *context, enum refusal refusal, const struct account *account)
{
    struct exchange *exchange = context;
    if (!account)
        api_refuse_lookup(exchange, refusal, "no such account");
    else if (!strcmp(account->who.id, exchange->caller.who.id))
        exchange_refuse(exchange, REFUSED_NOT_NOW, "you cannot report yourself");
    else
        write_report(exchange, account->who.id);
}

/* False: it has responded. */
static bool read_report(struct exchange *exchange)
{
    const char *reason = form_text(exchange->form, "reason");
    const char *game = form_text(exchange->form, "game");
    struct report *report = exchange->data = calloc(1, sizeof *report);
    if (!report) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return false;
    }
    if (!reason || !report_reason_is_known(reason)) {
        exchange_refuse_field(exchange, "reason", report_reasons_text);
        return false;
    }
    if (game && strlen(game) != GAME_ID_SIZE) {
        exchange_refuse_field(exchange, "game", "must be the id of a game");
        return false;
    }
    snprintf(report->reason, sizeof report->reason, "%s", reason);
    snprintf(report->game, sizeof report->game, "%s", game ? game : "");
    return mod_read_text(exchange, "text", STAFF_TEXT_CHARACTERS, report->text);
}

void report_handler(struct exchange *exchange)
{
    const char *user = form_text(exchange->form, "user");
    if (!user)
        exchange_refuse_field(exchange, "user", "missing");
    else if (!read_report(exchange) || !exchange_check_rate(exchange, LIMIT_REPORT))
        return;
    else if (user[0] == '~' && strlen(user) <= IDENTITY_ID_MAX) // a guest
        write_report(exchange, user);
    else
        account_find(exchange->server, user, report_account, exchange);
}

// ---- the queue -------------------------------------------------------------------------------

void mod_reports_handler(struct exchange *exchange)
{
    const char *state = form_text(exchange->form, "state");
    const char *user = form_text(exchange->form, "user");
    int64_t after = 0;
    const unsigned states = !state || !strcmp(state, "open") ? OPEN_STATES
                            : !strcmp(state, "all")          ? ALL_STATES
                            : !strcmp(state, "closed")       ? ALL_STATES - OPEN_STATES
                                                             : 0;
    if (!states) {
        exchange_refuse_field(exchange, "state", "must be open, closed or all");
        return;
    }
    if (!form_integer(exchange->form, "after", 0, INT64_C(1) << 50, &after)) {
        exchange_refuse_field(exchange, "after", "must be the id of a report");
        return;
    }
    struct store_job *job = listing_start(LISTING_REPORTS);
    store_bind_integer(job, after);
    store_bind_integer(job, REPORTS_MAX);
    store_bind_integer(job, states);
    store_bind_text(job, user);
    mod_send_listing(exchange, LISTING_REPORTS, job);
}

/* Calls `next` if the caller may act on the suspect of the report that the path names. */
static void act_on_report(struct exchange *exchange, void (*next)(struct exchange *exchange))
{
    int64_t report;
    if (mod_read_number(exchange, 0, &report))
        mod_act_on_subject(exchange, STORE_REPORT_SUSPECT, report, next);
}

static void claim_report(struct exchange *exchange)
{
    int64_t report;
    if (!mod_read_number(exchange, 0, &report))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_claim_report(&staff, report);
    mod_write(exchange, &action, "no open report has this number");
}

void mod_claim_handler(struct exchange *exchange)
{
    act_on_report(exchange, claim_report);
}

static void release_report(struct exchange *exchange)
{
    int64_t report;
    if (!mod_read_number(exchange, 0, &report))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_release_report(&staff, report);
    mod_write(exchange, &action, "no claimed report has this number");
}

void mod_release_handler(struct exchange *exchange)
{
    act_on_report(exchange, release_report);
}

static void close_report(struct exchange *exchange)
{
    int64_t report;
    char outcome[REASON_SIZE];
    if (!mod_read_number(exchange, 0, &report) ||
        !mod_read_text(exchange, "outcome", REASON_CHARACTERS, outcome))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_close_report(&staff, report, outcome);
    mod_write(exchange, &action, "no open report has this number");
}

void mod_close_report_handler(struct exchange *exchange)
{
    act_on_report(exchange, close_report);
}
