/* SPDX-License-Identifier: MIT */
/* What staff do with accounts: mutes, bans, names, roles, notes, addresses, tokens, refunds. */
#include <stdio.h>
#include <string.h>

#include "accounts/names.h"
#include "accounts/presence.h"
#include "accounts/second_factor.h"
#include "api/api.h"
#include "api/handlers.h"
#include "api/mod.h"
#include "core/pending.h"
#include "moderation/audit.h"
#include "ratings/refunds.h"

static const char was_changed[] = "the account is closed, or was changed at the same time";

// ---- the staff's view ------------------------------------------------------------------------

struct view_request {
    struct pending_request pending;
    struct exchange *exchange;
};

/* The second factor, the ban and the mute; the rest is in the body already. */
static void send_view(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct view_request *request = context;
    struct exchange *exchange = request->pending.server ? request->exchange : NULL;
    pending_destroy(&request->pending);
    if (!exchange)
        return;
    if (outcome != STORE_DONE) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    struct json json = {.out = &exchange->body, .comma = true};
    json_put_bool(&json, "secondFactor", store_next_row(job) && store_get_integer(job, 0));
    while (store_next_row(job)) {
        json_put_object(&json, store_get_text(job, 0));
        if (store_get_integer(job, 1))
            json_put_integer(&json, "until", store_get_integer(job, 1));
        json_put_text(&json, "reason", store_get_text(job, 2));
        json_put_text(&json, "by", store_get_text(job, 3));
        json_put_integer(&json, "date", store_get_integer(job, 4));
        json_end_object(&json);
    }
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static void view_account(struct exchange *exchange, const struct account *account)
{
    struct view_request *request = pending_create(&exchange->server->pending, sizeof *request);
    if (!request) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    request->exchange = exchange;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "id", account->who.id);
    json_put_text(&json, "name", account->who.name);
    json_put_text(&json, "role", role_name(account->who.role));
    json_put_text(&json, "status", account_status_name(account->status));
    json_put_integer(&json, "createdAt", account->created_at);
    json_put_integer(&json, "seenAt",
                     presence_last_seen_date(exchange->server, account->who.id, account->seen_at));
    json_put_integer(&json, "games", account->games);
    json_put_bool(&json, "kid", account->kid);
    struct store_job *job = store_job_create();
    store_call(job, STORE_HAS_SECOND_FACTOR);
    store_bind_text(job, account->who.id);
    store_call(job, STORE_SANCTIONS);
    store_bind_text(job, account->who.id);
    store_read(exchange->server->store, job, send_view, request);
}

void mod_user_handler(struct exchange *exchange)
{
    mod_view_account(exchange, view_account);
}

// ---- mutes, bans, kicks ----------------------------------------------------------------------

/* Guests have no account; they are named by the id that reports and games show. */
static bool is_guest(const struct exchange *exchange)
{
    return exchange->params[0][0] == '~' && strlen(exchange->params[0]) <= IDENTITY_ID_MAX;
}

static void mute_id(struct exchange *exchange, const char *id)
{
    char reason[REASON_SIZE];
    struct sanction mute = {.reason = reason};
    if (!mod_read_text(exchange, "reason", REASON_CHARACTERS, reason) ||
        !mod_read_until(exchange, MUTE_DEFAULT_MINUTES, &mute.until))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_mute(&staff, id, &mute);
    mod_write(exchange, &action, was_changed);
}

static void mute_account(struct exchange *exchange, const struct account *account)
{
    mute_id(exchange, account->who.id);
}

void mod_mute_handler(struct exchange *exchange)
{
    if (is_guest(exchange))
        mute_id(exchange, exchange->params[0]);
    else
        mod_act_on_account(exchange, mute_account);
}

static void unmute_id(struct exchange *exchange, const char *id)
{
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_unmute(&staff, id);
    mod_write(exchange, &action, "no user with that name is muted");
}

static void unmute_account(struct exchange *exchange, const struct account *account)
{
    unmute_id(exchange, account->who.id);
}

void mod_unmute_handler(struct exchange *exchange)
{
    if (is_guest(exchange))
        unmute_id(exchange, exchange->params[0]);
    else
        mod_act_on_account(exchange, unmute_account);
}

static void ban_account(struct exchange *exchange, const struct account *account)
{
    char reason[REASON_SIZE];
    struct sanction ban = {.reason = reason};
    if (!mod_read_text(exchange, "reason", REASON_CHARACTERS, reason) ||
        !mod_read_until(exchange, 0, &ban.until))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_ban(&staff, account->who.id, &ban);
    mod_write(exchange, &action, was_changed);
}

void mod_ban_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, ban_account);
}

static void unban_account(struct exchange *exchange, const struct account *account)
{
    if (account->status != ACCOUNT_BANNED) {
        exchange_refuse(exchange, REFUSED_NOT_NOW, "the account is not banned");
        return;
    }
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_unban(&staff, account->who.id);
    mod_write(exchange, &action, was_changed);
}

void mod_unban_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, unban_account);
}

static void kick_account(struct exchange *exchange, const struct account *account)
{
    char reason[REASON_SIZE];
    if (!mod_read_text(exchange, "reason", REASON_CHARACTERS, reason))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_kick(&staff, account->who.id, reason);
    mod_write(exchange, &action, was_changed);
}

void mod_kick_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, kick_account);
}

// ---- names and roles -------------------------------------------------------------------------

static void rename_account(struct exchange *exchange, const struct account *account)
{
    char id[IDENTITY_ID_MAX + 1];
    const char *name = form_text(exchange->form, "name");
    const char *fault = name ? name_fault(name) : "missing";
    if (fault || !name_to_id(name, id)) {
        exchange_refuse_field(exchange, "name", fault ? fault : "invalid");
        return;
    }
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_rename(&staff, &account->who, name, id);
    mod_write(exchange, &action, "that name is taken, or the account is closed");
}

void mod_rename_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, rename_account);
}

static void set_role(struct exchange *exchange, const struct account *account)
{
    enum role role;
    const char *name = form_text(exchange->form, "role");
    if (!name || !role_parse(name, &role)) {
        exchange_refuse_field(exchange, "role", "must be player, bot, moderator or admin");
        return;
    }
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_set_role(&staff, account->who.id, role);
    const char *refused = staff_action_role_refusal(account->who.role, role);
    mod_write(exchange, &action, refused ? refused : was_changed);
}

void mod_role_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, set_role);
}

// ---- notes -----------------------------------------------------------------------------------

static void send_account_listing(struct exchange *exchange, const struct account *account,
                                 enum listing_kind kind)
{
    struct store_job *job = listing_start(kind);
    store_bind_text(job, account->who.id);
    mod_send_listing(exchange, kind, job);
}

static void list_notes(struct exchange *exchange, const struct account *account)
{
    send_account_listing(exchange, account, LISTING_NOTES);
}

void mod_notes_handler(struct exchange *exchange)
{
    mod_view_account(exchange, list_notes);
}

static void add_note(struct exchange *exchange, const struct account *account)
{
    char text[STAFF_TEXT_SIZE];
    if (!mod_read_text(exchange, "text", STAFF_TEXT_CHARACTERS, text))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_add_note(&staff, account->who.id, text);
    mod_write(exchange, &action, "an account has at most 1000 notes");
}

void mod_add_note_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, add_note);
}

static void delete_note(struct exchange *exchange)
{
    int64_t note;
    if (!mod_read_number(exchange, 0, &note))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_delete_note(&staff, note);
    mod_write(exchange, &action, "no such note");
}

void mod_delete_note_handler(struct exchange *exchange)
{
    int64_t note;
    if (mod_read_number(exchange, 0, &note))
        mod_act_on_subject(exchange, STORE_STAFF_NOTE_ACCOUNT, note, delete_note);
}

// ---- addresses, sessions, tokens -------------------------------------------------------------

static void list_addresses(struct exchange *exchange, const struct account *account)
{
    send_account_listing(exchange, account, LISTING_ADDRESSES);
}

void mod_addresses_handler(struct exchange *exchange)
{
    mod_view_account(exchange, list_addresses);
}

static void list_shared(struct exchange *exchange, const struct account *account)
{
    send_account_listing(exchange, account, LISTING_SHARED);
}

void mod_shared_handler(struct exchange *exchange)
{
    mod_view_account(exchange, list_shared);
}

static void list_sessions(struct exchange *exchange, const struct account *account)
{
    send_account_listing(exchange, account, LISTING_SESSIONS);
}

void mod_sessions_handler(struct exchange *exchange)
{
    mod_view_account(exchange, list_sessions);
}

static void list_tokens(struct exchange *exchange, const struct account *account)
{
    send_account_listing(exchange, account, LISTING_TOKENS);
}

void mod_tokens_handler(struct exchange *exchange)
{
    mod_view_account(exchange, list_tokens);
}

static void delete_tokens(struct exchange *exchange, const struct account *account)
{
    const struct staff staff = mod_staff(exchange);
    const char *token = exchange->params[1];
    struct staff_action action =
        staff_action_delete_tokens(&staff, account->who.id, strcmp(token, "all") ? token : NULL);
    mod_write(exchange, &action, "no such token");
}

void mod_delete_tokens_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, delete_tokens);
}

static void drop_second_factor(struct exchange *exchange, const struct account *account)
{
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_begin(ACTION_DROP_FACTOR, &staff, account->who.id);
    second_factor_add_removal(action.job, account->who.id);
    mod_write(exchange, &action, was_changed);
}

void mod_drop_factor_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, drop_second_factor);
}

// ---- kid mode --------------------------------------------------------------------------------

static void switch_kid(struct exchange *exchange, const struct account *account)
{
    const struct staff staff = mod_staff(exchange);
    struct staff_action action =
        staff_action_kid_mode(&staff, account->who.id, form_bool(exchange->form, "v", false));
    mod_write(exchange, &action, was_changed);
}

void mod_kid_handler(struct exchange *exchange)
{
    if (form_text(exchange->form, "v"))
        mod_act_on_account(exchange, switch_kid);
    else
        exchange_refuse_field(exchange, "v", "missing: true or false");
}

// ---- refunds ---------------------------------------------------------------------------------

struct refund_request {
    struct pending_request pending; /* internal */
    struct exchange *exchange;
    char id[IDENTITY_ID_MAX + 1];
};

/* Writes the ratings and the entry of the log in one transaction. */
static void write_refund(void *context, const struct refund_summary *summary, struct store_job *job,
                         store_done *done, void *done_context)
{
    const struct refund_request *request = context;
    const struct staff staff = mod_staff(request->exchange);
    struct staff_action action = staff_action_refund(&staff, request->id, summary->players);
    store_add_calls(action.job, job);
    store_job_destroy(job);
    const struct audit_entry entry = staff_action_entry(&action);
    audit_write(request->pending.server, &entry, action.job, done, done_context);
    staff_action_fini(&action);
}

static void finish_refund(void *context, const struct refund_summary *summary)
{
    struct refund_request *request = context;
    const struct reply reply = {.refusal = summary ? NOT_REFUSED : REFUSED_STORE};
    struct exchange *exchange = request->exchange;
    pending_destroy(&request->pending);
    api_reply(exchange, &reply);
}

static void refund_account(struct exchange *exchange, const struct account *account)
{
    if (account->status != ACCOUNT_BANNED) {
        exchange_refuse(exchange, REFUSED_NOT_NOW, "the account is not banned");
        return;
    }
    struct refund_request *request = pending_create(&exchange->server->pending, sizeof *request);
    if (!request) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    request->pending.internal = true;
    request->exchange = exchange;
    snprintf(request->id, sizeof request->id, "%s", account->who.id);
    ratings_refund(exchange->server, request->id, write_refund, finish_refund, request);
}

void mod_refund_handler(struct exchange *exchange)
{
    mod_act_on_account(exchange, refund_account);
}
