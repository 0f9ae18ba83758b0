/* SPDX-License-Identifier: MIT */
/* Kid mode: an account without chat and private messages, in both directions. Its owner can switch
 * it on and off, unless staff have switched it on; then only staff can switch it off. */
#ifndef SOCIAL_KID_H
#define SOCIAL_KID_H

#include "accounts/callbacks.h"
#include "core/state.h"

enum kid_mode { KID_OFF, KID_BY_OWNER, KID_BY_STAFF }; /* as the store has it */

/* Adds the change to a job, which is refused if the account is closed, or if its owner wants to
 * change what staff have switched on. */
void kid_add_change(struct store_job *job, const char *account, enum kid_mode mode, bool by_staff);
/* Makes a change that is on disk take effect on the account's connections: they get NOTICE_KID. */
void kid_apply(struct server *server, const char *account, bool on);

/* The owner switches it on or off, at once. */
void kid_set(struct server *server, const char *account, bool on, account_callback *callback,
             void *context);

#endif
