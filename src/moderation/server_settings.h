/* SPDX-License-Identifier: MIT */
/* Settings that staff change at run time: settings.def. A change takes effect at once. */
#ifndef MODERATION_SERVER_SETTINGS_H
#define MODERATION_SERVER_SETTINGS_H

#include "base/json.h"
#include "core/config.h"
#include "core/state.h"

enum setting_type { SETTING_DENIAL, SETTING_SECONDS, SETTING_NUMBER, SETTING_TEXT };

struct setting {
    const char *name;
    enum setting_type type;
    int64_t min, max;
    const char *help;
};

enum { SETTING_VALUE_SIZE = 2001, SETTING_FAULT_SIZE = 128 };

/* Starts to load them. */
void server_settings_init(struct server *server);
void server_settings_fini(struct server *server);
/* Reads them again, after they were changed in the store. */
void server_settings_reload(struct server *server);

/* All settings; returns how many there are. */
size_t server_settings_table(const struct setting **out);
/* NULL if no setting has that name. */
const struct setting *setting_find(const char *name);

/* Checks a value and writes it as it is stored: "yes", "no", a number or a text. False: `why` gets
 * what is wrong. */
bool setting_normalize(const struct setting *setting, const char *value,
                       char out[SETTING_VALUE_SIZE], char why[SETTING_FAULT_SIZE]);

/* The value in force, in the same form. */
void setting_write(const struct setting *setting, const struct server_config *config,
                   char out[SETTING_VALUE_SIZE]);
/* Whether the store overrides the configuration. */
bool setting_is_overridden(const struct server *server, const struct setting *setting);
/* Its current value in JSON. */
void setting_write_json(const struct setting *setting, const struct server_config *config,
                        struct json *json);

/* Changes the configuration that the settings override, when the operator's file was read again.
 * Pointers in it must stay valid. */
void server_settings_set_base(struct server *server, const struct server_config *config);

#endif
