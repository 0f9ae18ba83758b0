/* SPDX-License-Identifier: MIT */
#include "social/account_settings.h"

#include <stdio.h>
#include <string.h>

#include "wire/fields.h"

static const char standard_language[] = "en-GB";
static const char preferences_prefix[] = "prefs.", profile_prefix[] = "profile.";

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
