/* SPDX-License-Identifier: MIT */
/* One-time links that staff make and pass on: to an account that exists, and to a new one. */
#include <stdio.h>

#include "accounts/accounts.h"
#include "accounts/links.h"
#include "accounts/names.h"
#include "api/handlers.h"
#include "api/mod.h"
#include "core/pending.h"
#include "moderation/audit.h"

struct staff_link {
    struct pending_request pending; /* the audit log answers */
    struct exchange *exchange;
    struct secret secret;
    struct identity who; /* a new account; its id is "" if the account existed */
};

static void refuse_link(struct exchange *exchange, enum store_outcome outcome, bool creates)
{
    if (outcome != STORE_REFUSED)
        exchange_refuse(exchange, REFUSED_STORE, NULL);
    else if (creates)
        exchange_refuse_with_reason(exchange, REFUSED_TAKEN, "that name is taken");
    else
        exchange_refuse(exchange, REFUSED_NOT_NOW, "the account is closed or banned");
}

static void send_staff_link(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct staff_link *request = context;
    struct exchange *exchange = request->exchange;
    const struct identity who = request->who;
    char link[LINK_SIZE];
    link_write(exchange->server->config.public_url, LINK_RESET, &request->secret, link);
    secret_wipe(&request->secret, sizeof request->secret);
    pending_destroy(&request->pending);
    if (outcome != STORE_DONE) {
        secret_wipe(link, sizeof link);
        refuse_link(exchange, outcome, *who.id);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    if (*who.id) {
        json_put_text(&json, "id", who.id);
        json_put_text(&json, "name", who.name);
    }
    json_put_text(&json, "link", link);
    json_end_object(&json);
    secret_wipe(link, sizeof link);
    exchange_header(exchange, "Cache-Control", "no-store");
    exchange_json(exchange, 200);
}

/* NULL: it has responded 503. */
static struct staff_link *begin_link(struct exchange *exchange)
{
    struct server *server = exchange->server;
    struct staff_link *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return NULL;
    }
    request->pending.internal = true;
    request->exchange = exchange;
    link_generate(&server->env, &request->secret);
    return request;
}

static void write_link(struct staff_link *request, struct staff_action *action)
{
    const struct audit_entry entry = staff_action_entry(action);
    audit_write(request->exchange->server, &entry, action->job, send_staff_link, request);
    staff_action_fini(action);
}

// ---- accounts that exist ---------------------------------------------------------------------

static void make_reset_link(struct exchange *exchange, const struct account *account)
{
    struct staff_link *request = begin_link(exchange);
    if (!request)
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_begin(ACTION_RESET_LINK, &staff, account->who.id);
    link_add_row(action.job, &request->secret, LINK_RESET, account->who.id, NULL, staff.now);
    write_link(request, &action);
}

void mod_reset_link_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, make_reset_link);
}

// ---- new accounts ----------------------------------------------------------------------------

/* False: it has responded 400. */
static bool read_new_account(struct exchange *exchange, struct identity *who)
{
    const char *name = form_text(exchange->form, "name");
    const char *fault = name ? name_fault(name) : "missing";
    if (fault || !name_to_id(name, who->id)) {
        exchange_refuse_field(exchange, "name", fault ? fault : "invalid");
        return false;
    }
    fault = email_fault(form_text_or_empty(exchange->form, "email"));
    if (fault) {
        exchange_refuse_field(exchange, "email", fault);
        return false;
    }
    snprintf(who->name, sizeof who->name, "%s", name);
    who->role = ROLE_PLAYER;
    return true;
}

void mod_create_user_handler(struct exchange *exchange)
{
    struct identity who = {.id = ""};
    if (!read_new_account(exchange, &who) || !exchange_check_rate(exchange, LIMIT_CREATE_USER))
        return;
    struct staff_link *request = begin_link(exchange);
    if (!request)
        return;
    request->who = who;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_begin(ACTION_CREATE_USER, &staff, who.id);
    invitation_add_rows(action.job, &request->secret, &who,
                        form_text_or_empty(exchange->form, "email"), staff.now);
    write_link(request, &action);
}
