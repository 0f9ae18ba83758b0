/* SPDX-License-Identifier: MIT */
#include "moderation/server_settings.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "moderation/moderation_state.h"

static const struct setting table[] = {
#define ROW(type, name, field, min, max, help) {name, SETTING_##type, min, max, help},
#include "moderation/settings.def"
};
enum { SETTING_COUNT = sizeof table / sizeof *table };

static const size_t offsets[SETTING_COUNT] = {
#define ROW(type, name, field, min, max, help) offsetof(struct server_config, field),
#include "moderation/settings.def"
};

size_t server_settings_table(const struct setting **out)
{
    *out = table;
    return SETTING_COUNT;
}

const struct setting *setting_find(const char *name)
{
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (!strcmp(table[i].name, name))
            return &table[i];
    return NULL;
}

static size_t index_of(const struct setting *setting)
{
    return (size_t)(setting - table);
}

// ---- values ----------------------------------------------------------------------------------

static bool fail_value(char why[SETTING_FAULT_SIZE], const char *what)
{
    snprintf(why, SETTING_FAULT_SIZE, "%s", what);
    return false;
}

static bool normalize_flag(const char *value, char *out, char *why)
{
    static const char *const yes[] = {"yes", "on", "true", "1"};
    static const char *const no[] = {"no", "off", "false", "0"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!strcmp(value, yes[i]) || !strcmp(value, no[i])) {
            strcpy(out, strcmp(value, yes[i]) ? "no" : "yes");
            return true;
        }
    return fail_value(why, "must be yes or no");
}

static bool normalize_number(const struct setting *setting, const char *value, char *out, char *why)
{
    const size_t digits = strspn(value, "0123456789");
    const int64_t number = digits && digits <= 9 ? strtoll(value, NULL, 10) : -1;
    if (!value[digits] && number >= setting->min && number <= setting->max) {
        snprintf(out, SETTING_VALUE_SIZE, "%" PRId64, number);
        return true;
    }
    snprintf(why, SETTING_FAULT_SIZE, "must be a number from %" PRId64 " to %" PRId64, setting->min,
             setting->max);
    return false;
}

static bool normalize_text(const struct setting *setting, const char *value, char *out, char *why)
{
    user_text_sanitize(value, (size_t)setting->max + 1, out, SETTING_VALUE_SIZE);
    const size_t count = user_text_count(out);
    if (count >= (size_t)setting->min && count <= (size_t)setting->max)
        return true;
    snprintf(why, SETTING_FAULT_SIZE, "must have %" PRId64 " to %" PRId64 " characters",
             setting->min, setting->max);
    return false;
}

bool setting_normalize(const struct setting *setting, const char *value,
                       char out[SETTING_VALUE_SIZE], char why[SETTING_FAULT_SIZE])
{
    switch (setting->type) {
    case SETTING_DENIAL:
        return normalize_flag(value, out, why);
    case SETTING_SECONDS:
    case SETTING_NUMBER:
        return normalize_number(setting, value, out, why);
    case SETTING_TEXT:
        return normalize_text(setting, value, out, why);
    }
    return false;
}

static const void *field_of(const struct setting *setting, const struct server_config *config)
{
    return (const char *)config + offsets[index_of(setting)];
}

void setting_write(const struct setting *setting, const struct server_config *config,
                   char out[SETTING_VALUE_SIZE])
{
    const void *field = field_of(setting, config);
    switch (setting->type) {
    case SETTING_DENIAL:
        strcpy(out, *(const bool *)field ? "no" : "yes");
        return;
    case SETTING_SECONDS:
        snprintf(out, SETTING_VALUE_SIZE, "%" PRId64, *(const int64_t *)field / SECOND_MS);
        return;
    case SETTING_NUMBER:
        snprintf(out, SETTING_VALUE_SIZE, "%u", *(const unsigned *)field);
        return;
    case SETTING_TEXT:
        snprintf(out, SETTING_VALUE_SIZE, "%s", *(const char *const *)field);
        return;
    }
}

void setting_write_json(const struct setting *setting, const struct server_config *config,
                        struct json *json)
{
    const void *field = field_of(setting, config);
    switch (setting->type) {
    case SETTING_DENIAL:
        json_bool(json, !*(const bool *)field);
        return;
    case SETTING_SECONDS:
        json_number(json, *(const int64_t *)field / SECOND_MS);
        return;
    case SETTING_NUMBER:
        json_number(json, *(const unsigned *)field);
        return;
    case SETTING_TEXT:
        json_text(json, *(const char *const *)field);
        return;
    }
}

// ---- putting them into force -----------------------------------------------------------------

/* The configuration points to texts, which are kept until the next change. */
static bool keep_text(struct moderation *moderation, const char *value, const char **field)
{
    for (size_t i = 0; i < sizeof moderation->texts / sizeof *moderation->texts; i++)
        if (!moderation->texts[i]) {
            moderation->texts[i] = strdup(value);
            *field = moderation->texts[i] ? moderation->texts[i] : *field;
            return moderation->texts[i];
        }
    return false;
}

/* `value` was normalized when it was stored. */
static bool set_value(struct server *server, const struct setting *setting, const char *value)
{
    void *field = (char *)&server->config + offsets[index_of(setting)];
    switch (setting->type) {
    case SETTING_DENIAL:
        *(bool *)field = strcmp(value, "yes") != 0;
        return true;
    case SETTING_SECONDS:
        *(int64_t *)field = strtoll(value, NULL, 10) * SECOND_MS;
        return true;
    case SETTING_NUMBER:
        *(unsigned *)field = (unsigned)strtoul(value, NULL, 10);
        return true;
    case SETTING_TEXT:
        return keep_text(server->moderation, value, field);
    }
    return false;
}

static void copy_field(struct server_config *to, const struct server_config *from,
                       const struct setting *setting)
{
    static const size_t sizes[] = {[SETTING_DENIAL] = sizeof(bool),
                                   [SETTING_SECONDS] = sizeof(int64_t),
                                   [SETTING_NUMBER] = sizeof(unsigned),
                                   [SETTING_TEXT] = sizeof(const char *)};
    const size_t offset = offsets[index_of(setting)];
    memcpy((char *)to + offset, (const char *)from + offset, sizes[setting->type]);
}

static void drop_texts(struct moderation *moderation)
{
    for (size_t i = 0; i < sizeof moderation->texts / sizeof *moderation->texts; i++) {
        free(moderation->texts[i]);
        moderation->texts[i] = NULL;
    }
}

static void apply_settings(struct server *server, struct store_job *job)
{
    struct moderation *moderation = server->moderation;
    char value[SETTING_VALUE_SIZE], why[SETTING_FAULT_SIZE];
    for (size_t i = 0; i < SETTING_COUNT; i++)
        copy_field(&server->config, &moderation->base, &table[i]);
    drop_texts(moderation);
    moderation->overridden = 0;
    while (store_next_row(job)) {
        const struct setting *setting = setting_find(store_get_text(job, 0));
        const bool valid = setting &&
                           setting_normalize(setting, store_get_text(job, 1), value, why) &&
                           set_value(server, setting, value);
        if (valid)
            moderation->overridden |= UINT64_C(1) << index_of(setting);
        else
            log_line(server->log, LOG_WARNING, "the stored setting %s is ignored",
                     store_get_text(job, 0));
    }
}

/* Keeps what the operator has configured in the store, for `rookery admin settings`. */
static void store_configured(struct server *server)
{
    char value[SETTING_VALUE_SIZE];
    struct store_job *job = store_job_create();
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        setting_write(&table[i], &server->moderation->base, value);
        store_call(job, STORE_KEEP_CONFIGURED);
        store_bind_text(job, table[i].name);
        store_bind_text(job, value);
    }
    store_write(server->store, job, NULL, NULL);
}

void server_settings_init(struct server *server)
{
    server->moderation->base = server->config;
    store_configured(server);
    server->moderation->settings_state = (struct stored_state){
        .what = "settings", .statement = STORE_LIST_SETTINGS, .apply = apply_settings};
    server_settings_reload(server);
}

void server_settings_fini(struct server *server)
{
    stored_state_stop(server, &server->moderation->settings_state);
    for (size_t i = 0; i < SETTING_COUNT; i++)
        copy_field(&server->config, &server->moderation->base, &table[i]);
    drop_texts(server->moderation);
}

void server_settings_reload(struct server *server)
{
    stored_state_load(server, &server->moderation->settings_state);
}

bool setting_is_overridden(const struct server *server, const struct setting *setting)
{
    return server->moderation->overridden >> index_of(setting) & 1;
}

void server_settings_set_base(struct server *server, const struct server_config *config)
{
    struct moderation *moderation = server->moderation;
    moderation->base = *config;
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (!setting_is_overridden(server, &table[i]))
            copy_field(&server->config, config, &table[i]);
    store_configured(server);
}
