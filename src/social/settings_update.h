/* SPDX-License-Identifier: MIT */
/* Changes the settings of an account. */
#ifndef SOCIAL_SETTINGS_UPDATE_H
#define SOCIAL_SETTINGS_UPDATE_H

#include "accounts/callbacks.h"
#include "core/state.h"
#include "social/account_settings.h"

/* Changes the settings of an account. `change` gets what is stored; it may be called again if
 * another request changed them in the meantime. It returns false if there is nothing to write,
 * after it has responded itself; then `callback` is not called. */
typedef bool account_settings_change(void *context, struct account_settings *settings);
void account_settings_update(struct server *server, const char *account,
                             account_settings_change *change, account_callback *callback,
                             void *context);

#endif
