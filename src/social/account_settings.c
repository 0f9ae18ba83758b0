/* SPDX-License-Identifier: MIT */
#include "social/account_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/account_row.h"
#include "core/pending.h"
#include "social/person_cache.h"
#include "wire/fields.h"

enum { TRIES_MAX = 5 };

static const char standard_language[] = "en-GB";
static const char preferences_prefix[] = "prefs.", profile_prefix[] = "profile.";

// ---- as JSON ---------------------------------------------------------------------------------

bool account_settings_set_language(struct account_settings *settings, const char *language)
{
    const size_t first = strspn(language, "abcdefghijklmnopqrstuvwxyz");
    const char *region = language + first;
    const size_t size = *region == '-' ? strspn(region + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") : 0;
    const bool has_region = *region == '-' && size == 2 && !region[3];
    if (first < 2 || first > 3 || (*region && !has_region))
        return false;
    snprintf(settings->language, sizeof settings->language, "%s", language);
    return true;
}

static void read_profile_field(const struct field *field, struct account_settings *out)
{
    for (unsigned i = 0; i < PROFILE_FIELD_COUNT; i++)
        if (!strcmp(profile_field_name((enum profile_field)i),
                    field->key + sizeof profile_prefix - 1))
            (void)profile_set(&out->profile, (enum profile_field)i, field->text);
}

static void read_field(const struct field *field, struct account_settings *out)
{
    enum preference preference;
    char why[200];
    if (!strncmp(field->key, preferences_prefix, sizeof preferences_prefix - 1) &&
        preference_find(field->key + sizeof preferences_prefix - 1, &preference))
        (void)preference_set(&out->preferences, preference, field->text, why, sizeof why);
    else if (!strncmp(field->key, profile_prefix, sizeof profile_prefix - 1))
        read_profile_field(field, out);
    else if (!strcmp(field->key, "language"))
        (void)account_settings_set_language(out, field->text);
}

void account_settings_parse(const char *json, struct account_settings *out)
{
    struct fields *fields = NULL;
    *out = (struct account_settings){.preferences = preferences_default()};
    memcpy(out->language, standard_language, sizeof standard_language);
    if (!*json || fields_parse(json, strlen(json), &fields, NULL))
        return;
    for (size_t i = 0; i < fields_count(fields); i++)
        read_field(fields_at(fields, i), out);
    fields_destroy(fields);
}

void account_settings_write(const struct account_settings *settings, struct buffer *out)
{
    struct json json = json_in(out);
    json_begin_object(&json);
    if (strcmp(settings->language, standard_language) != 0)
        json_put_text(&json, "language", settings->language);
    json_put_object(&json, "prefs");
    preferences_write(&settings->preferences, false, &json);
    json_end_object(&json);
    if (!profile_is_empty(&settings->profile)) {
        json_put_object(&json, "profile");
        profile_write(&settings->profile, &json);
        json_end_object(&json);
    }
    json_end_object(&json);
}

void account_settings_fini(struct account_settings *settings)
{
    profile_fini(&settings->profile);
}

// ---- changing --------------------------------------------------------------------------------

struct update_request {
    struct pending_request pending;
    account_settings_change *change;
    account_callback *callback;
    void *context;
    unsigned tries;
    char account[IDENTITY_ID_MAX + 1];
    struct preferences preferences;
};

static void read_settings(struct update_request *request);

static void finish_update(struct update_request *request, enum refusal refusal)
{
    request->callback(request->context, refusal, refusal_text(refusal));
    pending_destroy(&request->pending);
}

static void on_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct update_request *request = context;
    struct server *server = request->pending.server;
    if (!server) {
        pending_destroy(&request->pending);
    } else if (outcome == STORE_DONE) {
        person_set_preferences(server, request->account, &request->preferences);
        finish_update(request, NOT_REFUSED);
    } else if (outcome == STORE_REFUSED && ++request->tries < TRIES_MAX) {
        read_settings(request);
    } else {
        finish_update(request, REFUSED_STORE);
    }
}

/* Writes them unless somebody else has changed them since they were read. */
static void write_settings(struct update_request *request, const struct account_settings *settings,
                           const char *stored)
{
    struct buffer json = {0};
    account_settings_write(settings, &json);
    request->preferences = settings->preferences;
    struct store_job *job = store_job_create();
    store_call(job, STORE_CHANGE_SETTINGS);
    store_bind_text(job, request->account);
    store_bind_text(job, buffer_cstr(&json));
    store_bind_text(job, stored);
    buffer_fini(&json);
    store_write(request->pending.server->store, job, on_written, request);
}

static void on_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct update_request *request = context;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome != STORE_DONE || !store_next_row(job)) {
        finish_update(request, outcome == STORE_DONE ? REFUSED_NOT_FOUND : REFUSED_BUSY);
        return;
    }
    const struct account account = account_from_row(job);
    struct account_settings settings;
    account_settings_parse(account.settings, &settings);
    if (request->change(request->context, &settings))
        write_settings(request, &settings, account.settings);
    else
        pending_destroy(&request->pending);
    account_settings_fini(&settings);
}

static void read_settings(struct update_request *request)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, request->account);
    store_read(request->pending.server->store, job, on_read, request);
}

void account_settings_update(struct server *server, const char *account,
                             account_settings_change *change, account_callback *callback,
                             void *context)
{
    struct update_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return;
    }
    request->change = change;
    request->callback = callback;
    request->context = context;
    snprintf(request->account, sizeof request->account, "%s", account);
    read_settings(request);
}
