/* SPDX-License-Identifier: MIT */
/* Preferences, language, profile and kid mode of an account. */
#include <stdio.h>
#include <string.h>

#include "accounts/accounts.h"
#include "api/api.h"
#include "api/handlers.h"
#include "social/kid.h"
#include "social/settings_update.h"
#include "wire/message.h"

enum { WHY_SIZE = 200 };

static void send_result(void *context, enum refusal refusal, const char *why)
{
    api_reply(context, &(struct reply){.refusal = refusal, .why = why});
}

// ---- preferences -----------------------------------------------------------------------------

static void send_preferences(void *context, enum refusal refusal, const struct account *account)
{
    struct exchange *exchange = context;
    struct account_settings settings;
    if (!account) {
        api_refuse_lookup(exchange, refusal, "no such user");
        return;
    }
    account_settings_parse(account->settings, &settings);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_object(&json, "prefs");
    preferences_write(&settings.preferences, true, &json);
    json_end_object(&json);
    json_put_text(&json, "language", settings.language);
    json_end_object(&json);
    account_settings_fini(&settings);
    exchange_json(exchange, 200);
}

void api_preferences_handler(struct exchange *exchange)
{
    account_find(exchange->server, exchange->caller.who.id, send_preferences, exchange);
}

/* Sets one preference, or the language. False: it has responded 400. */
static bool change_preference(struct exchange *exchange, const char *key, const char *value,
                              struct account_settings *settings)
{
    static const char prefix[] = "prefs.";
    const char *name = strncmp(key, prefix, sizeof prefix - 1) ? key : key + sizeof prefix - 1;
    char why[WHY_SIZE] = "no such preference";
    enum preference preference;
    if (!strcmp(key, "language")) {
        if (account_settings_set_language(settings, value))
            return true;
        snprintf(why, sizeof why, "must be a language code, such as de or en-GB");
    } else if (preference_find(name, &preference) &&
               preference_set(&settings->preferences, preference, value, why, sizeof why)) {
        return true;
    }
    exchange_refuse_field(exchange, name, why);
    return false;
}

static bool change_preferences(void *context, struct account_settings *settings)
{
    struct exchange *exchange = context;
    const size_t count = form_count(exchange->form);
    for (size_t i = 0; i < count; i++) {
        const char *key = form_key(exchange->form, i);
        if (!change_preference(exchange, key, form_text(exchange->form, key), settings))
            return false;
    }
    if (!count)
        exchange_refuse_status(exchange, 400, "no preference is given");
    return count > 0;
}

/* Tells all connections of the account, so that other pages follow. */
static void announce_change(struct exchange *exchange, const char *key)
{
    struct buffer json = {0};
    message_write(
        KIND_OF_message_preference,
        &(struct message_preference){.name = key, .value = form_text(exchange->form, key)}, &json);
    if (!json.failed)
        presence_notify_payload(exchange->server, exchange->caller.who.id, NOTICE_NOTIFICATION,
                                json.bytes, json.size);
    buffer_fini(&json);
}

static void send_preferences_result(void *context, enum refusal refusal, const char *why)
{
    struct exchange *exchange = context;
    for (size_t i = 0; !refusal && i < form_count(exchange->form); i++)
        announce_change(exchange, form_key(exchange->form, i));
    send_result(exchange, refusal, why);
}

void api_set_preferences_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_SETTINGS))
        account_settings_update(exchange->server, exchange->caller.who.id, change_preferences,
                                send_preferences_result, exchange);
}

// ---- profile ---------------------------------------------------------------------------------

static bool change_profile(void *context, struct account_settings *settings)
{
    struct exchange *exchange = context;
    bool any = false;
    for (unsigned i = 0; i < PROFILE_FIELD_COUNT; i++) {
        const char *name = profile_field_name((enum profile_field)i);
        const char *text = form_text(exchange->form, name);
        const char *why =
            text ? profile_set(&settings->profile, (enum profile_field)i, text) : NULL;
        if (why) {
            exchange_refuse_field(exchange, name, why);
            return false;
        }
        any = any || text;
    }
    if (!any)
        exchange_refuse_status(exchange, 400, "no field of the profile is given");
    return any;
}

void account_profile_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_SETTINGS))
        account_settings_update(exchange->server, exchange->caller.who.id, change_profile,
                                send_result, exchange);
}

// ---- kid mode --------------------------------------------------------------------------------

void api_kid_handler(struct exchange *exchange)
{
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_bool(&json, "kid", exchange->caller.kid);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_set_kid_handler(struct exchange *exchange)
{
    if (!form_text(exchange->form, "v"))
        exchange_refuse_field(exchange, "v", "missing: true or false");
    else if (exchange_check_rate(exchange, LIMIT_SETTINGS))
        kid_set(exchange->server, exchange->caller.who.id, form_bool(exchange->form, "v", false),
                send_result, exchange);
}
