/* SPDX-License-Identifier: MIT */
/* What staff do with the server: addresses, announcements, settings, restarts, the audit log. */
#include <stdio.h>
#include <string.h>

#include "accounts/permissions.h"
#include "api/handlers.h"
#include "api/mod.h"
#include "base/milliseconds.h"
#include "core/pending.h"
#include "moderation/address_blocks.h"
#include "moderation/announcements.h"
#include "moderation/audit.h"
#include "moderation/restart.h"
#include "moderation/server_settings.h"
#include "wire/text_codes.h"

enum { ENTRIES_MAX = 200, LISTED_MAX = 1000, VERIFY_PAGE = 1000 };

// ---- permissions -----------------------------------------------------------------------------

/* What the caller may do. */
void mod_permissions_handler(struct exchange *exchange)
{
    const enum role role = exchange->caller.who.role;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "role", role_name(role));
    json_put_array(&json, "permissions");
    for (unsigned i = 0; i < PERMISSION_COUNT; i++)
        if (role_has_permission(role, (enum permission)i))
            json_text(&json, permission_name((enum permission)i));
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

// ---- bans and mutes of everybody -------------------------------------------------------------

static void send_page(struct exchange *exchange, enum listing_kind kind, bool takes_now)
{
    const char *after = form_text(exchange->form, "after");
    struct store_job *job = listing_start(kind);
    store_bind_text(job, after ? after : "");
    store_bind_integer(job, LISTED_MAX);
    if (takes_now)
        store_bind_integer(job, server_date(exchange->server));
    mod_send_listing(exchange, kind, job);
}

void mod_bans_handler(struct exchange *exchange)
{
    send_page(exchange, LISTING_BANS, false);
}

void mod_mutes_handler(struct exchange *exchange)
{
    send_page(exchange, LISTING_MUTES, true);
}

// ---- blocked addresses -----------------------------------------------------------------------

static void send_current(struct exchange *exchange, enum listing_kind kind)
{
    struct store_job *job = listing_start(kind);
    store_bind_integer(job, server_date(exchange->server));
    mod_send_listing(exchange, kind, job);
}

void mod_blocks_handler(struct exchange *exchange)
{
    send_current(exchange, LISTING_BLOCKS);
}

/* False: it has responded. */
static bool read_network(struct exchange *exchange, const char *own, char out[ADDRESS_SIZE])
{
    struct network network;
    const char *text = form_text(exchange->form, "network");
    const char *fault = !text ? "missing"
                        : !network_parse(text, strlen(text), &network)
                            ? "must be an IP address or a network such as 192.0.2.0/24"
                            : address_block_fault(&network, own);
    if (fault) {
        exchange_refuse_field(exchange, "network", fault);
        return false;
    }
    network_write(&network, out);
    return true;
}

void mod_block_handler(struct exchange *exchange)
{
    char network[ADDRESS_SIZE], reason[REASON_SIZE];
    struct sanction block = {.reason = reason};
    if (!read_network(exchange, exchange->request.address, network) ||
        !mod_read_text(exchange, "reason", REASON_CHARACTERS, reason) ||
        !mod_read_until(exchange, 0, &block.until))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_block(&staff, network, &block);
    mod_write(exchange, &action, "too many addresses are blocked");
}

void mod_unblock_handler(struct exchange *exchange)
{
    char network[ADDRESS_SIZE];
    if (!read_network(exchange, NULL, network))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_unblock(&staff, network);
    mod_write(exchange, &action, "this network is not blocked");
}

// ---- announcements ---------------------------------------------------------------------------

void mod_announcements_handler(struct exchange *exchange)
{
    send_current(exchange, LISTING_ANNOUNCEMENTS);
}

void mod_announce_handler(struct exchange *exchange)
{
    char text[ANNOUNCEMENT_SIZE];
    int64_t until;
    if (!mod_read_text(exchange, "text", ANNOUNCEMENT_CHARACTERS, text) ||
        !mod_read_until(exchange, 0, &until))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_announce(&staff, text, until);
    mod_write(exchange, &action, "there are 20 announcements: withdraw some first");
}

void mod_withdraw_handler(struct exchange *exchange)
{
    int64_t number;
    if (!mod_read_number(exchange, 0, &number))
        return;
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_withdraw_announcement(&staff, number);
    mod_write(exchange, &action, "no such announcement");
}

// ---- restart ---------------------------------------------------------------------------------

void mod_restart_handler(struct exchange *exchange)
{
    int64_t seconds = 5 * MINUTE_MS / SECOND_MS;
    if (!form_integer(exchange->form, "seconds", 1, RESTART_SECONDS_MAX, &seconds)) {
        exchange_refuse_field(exchange, "seconds", "must be a number from 1 to 86400");
        return;
    }
    const struct staff staff = mod_staff(exchange);
    struct staff_action action =
        staff_action_schedule_restart(&staff, staff.now + seconds * SECOND_MS);
    mod_write(exchange, &action, NULL);
}

void mod_cancel_restart_handler(struct exchange *exchange)
{
    if (!restart_planned_at(exchange->server)) {
        exchange_refuse(exchange, REFUSED_NOT_NOW, "no restart is planned");
        return;
    }
    const struct staff staff = mod_staff(exchange);
    struct staff_action action = staff_action_schedule_restart(&staff, 0);
    mod_write(exchange, &action, NULL);
}

// ---- settings --------------------------------------------------------------------------------

static void write_setting(const struct server *server, const struct setting *setting,
                          struct json *json)
{
    static const char *const types[] = {[SETTING_DENIAL] = "flag",
                                        [SETTING_SECONDS] = "seconds",
                                        [SETTING_NUMBER] = "number",
                                        [SETTING_TEXT] = "text"};
    json_begin_object(json);
    json_put_text(json, "name", setting->name);
    json_put_text(json, "type", types[setting->type]);
    json_key(json, "value");
    setting_write_json(setting, &server->config, json);
    json_put_bool(json, "overridden", setting_is_overridden(server, setting));
    if (setting->type != SETTING_DENIAL) {
        json_put_integer(json, "min", setting->min);
        json_put_integer(json, "max", setting->max);
    }
    json_put_text(json, "help", setting->help);
    json_end_object(json);
}

void mod_settings_handler(struct exchange *exchange)
{
    const struct setting *settings;
    const size_t count = server_settings_table(&settings);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "settings");
    for (size_t i = 0; i < count; i++)
        write_setting(exchange->server, &settings[i], &json);
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void mod_set_handler(struct exchange *exchange)
{
    char value[SETTING_VALUE_SIZE], before[SETTING_VALUE_SIZE], why[SETTING_FAULT_SIZE];
    const struct setting *setting = setting_find(exchange->params[0]);
    const char *given = form_text(exchange->form, "value");
    if (!setting) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such setting");
        return;
    }
    if (!given) {
        exchange_refuse_field(exchange, "value", "missing");
        return;
    }
    if (!setting_normalize(setting, given, value, why)) {
        exchange_refuse_field(exchange, "value", why);
        return;
    }
    const struct staff staff = mod_staff(exchange);
    setting_write(setting, &exchange->server->config, before);
    struct staff_action action = staff_action_change_setting(&staff, setting->name, value, before);
    mod_write(exchange, &action, NULL);
}

void mod_unset_handler(struct exchange *exchange)
{
    char before[SETTING_VALUE_SIZE];
    const struct setting *setting = setting_find(exchange->params[0]);
    if (!setting) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such setting");
        return;
    }
    const struct staff staff = mod_staff(exchange);
    setting_write(setting, &exchange->server->config, before);
    struct staff_action action = staff_action_change_setting(&staff, setting->name, NULL, before);
    mod_write(exchange, &action, NULL);
}

// ---- the audit log ---------------------------------------------------------------------------

void mod_log_handler(struct exchange *exchange)
{
    int64_t before = INT64_MAX, max = 50;
    if (!form_integer(exchange->form, "before", 1, INT64_C(1) << 50, &before)) {
        exchange_refuse_field(exchange, "before", "must be the sequence number of an entry");
        return;
    }
    if (!form_integer(exchange->form, "max", 1, ENTRIES_MAX, &max)) {
        exchange_refuse_field(exchange, "max", "must be a number from 1 to 200");
        return;
    }
    struct store_job *job = listing_start(LISTING_LOG);
    store_bind_integer(job, before);
    store_bind_integer(job, max);
    store_bind_text(job, form_text(exchange->form, "by"));
    store_bind_text(job, form_text(exchange->form, "action"));
    store_bind_text(job, form_text(exchange->form, "target"));
    mod_send_listing(exchange, LISTING_LOG, job);
}

/* Verifies page after page, so that a long log does not hold up the server. */
struct verification {
    struct pending_request pending;
    struct exchange *exchange;
    struct audit_head head, end;
};

static void verify_page(struct verification *verification);

static void send_verified(struct verification *verification, int64_t broken, const char *why)
{
    struct exchange *exchange = verification->exchange;
    char hash[AUDIT_HEX_SIZE];
    audit_hash_write(verification->head.hash, hash);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_bool(&json, "valid", !why);
    json_put_integer(&json, "entries", verification->head.sequence);
    json_put_text(&json, "hash", hash);
    if (why) {
        json_put_integer(&json, "broken", broken);
        json_put_text(&json, "reason", why);
        const struct text_code code = text_code_find(why);
        text_code_put_json(&code, &json);
    }
    json_end_object(&json);
    pending_destroy(&verification->pending);
    exchange_json(exchange, 200);
}

static void finish_page(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct verification *verification = context;
    size_t count = 0;
    if (!verification->pending.server) {
        pending_destroy(&verification->pending);
        return;
    }
    if (outcome != STORE_DONE || !store_next_row(job)) {
        struct exchange *exchange = verification->exchange;
        pending_destroy(&verification->pending);
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    verification->end = audit_head_from_row(job);
    for (; store_next_row(job); count++) {
        const struct audit_record record = audit_record_from_row(job);
        const char *why = audit_verify_record(&record, &verification->head);
        if (why) {
            send_verified(verification, record.sequence, why);
            return;
        }
    }
    if (count == VERIFY_PAGE)
        verify_page(verification);
    else if (!audit_head_is_same(&verification->head, &verification->end))
        send_verified(verification, verification->head.sequence + 1,
                      "entries at the end are missing");
    else
        send_verified(verification, 0, NULL);
}

static void verify_page(struct verification *verification)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_AUDIT_HEAD);
    store_call(job, STORE_AUDIT_AFTER);
    store_bind_integer(job, verification->head.sequence);
    store_bind_integer(job, VERIFY_PAGE);
    store_read(verification->pending.server->store, job, finish_page, verification);
}

void mod_verify_log_handler(struct exchange *exchange)
{
    struct verification *verification =
        pending_create(&exchange->server->pending, sizeof *verification);
    if (!verification) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    verification->exchange = exchange;
    verify_page(verification);
}
