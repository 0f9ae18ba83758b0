/* SPDX-License-Identifier: MIT */
/* The settings of an account: preferences, language and profile. The store keeps them as JSON, in
 * one column. */
#ifndef SOCIAL_ACCOUNT_SETTINGS_H
#define SOCIAL_ACCOUNT_SETTINGS_H

#include "base/buffer.h"
#include "social/preferences.h"
#include "social/profile.h"

enum { LANGUAGE_SIZE = 12 };

struct account_settings {
    struct preferences preferences;
    char language[LANGUAGE_SIZE]; /* "en-GB" */
    struct profile profile;
};

/* Reads the JSON of an account; missing and invalid values get their defaults. The caller frees the
 * settings with account_settings_fini(). */
void account_settings_parse(const char *json, struct account_settings *out);
void account_settings_write(const struct account_settings *settings, struct buffer *out);
void account_settings_fini(struct account_settings *settings);

/* False if it is not a language code like "de" or "en-GB". */
bool account_settings_set_language(struct account_settings *settings, const char *language);

#endif
