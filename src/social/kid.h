/* SPDX-License-Identifier: MIT */
/* Kid mode: an account without chat and private messages, in both directions. Its owner switches it
 * on and off; if an admin has switched it on, only an admin can switch it off. */
#ifndef SOCIAL_KID_H
#define SOCIAL_KID_H

#include "accounts/callbacks.h"
#include "core/state.h"

/* Takes effect on the account's connections at once: they get NOTICE_KID. */
void kid_set(struct server *server, const char *account, bool on, bool by_admin,
             account_callback *callback, void *context);

#endif
