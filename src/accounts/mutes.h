/* SPDX-License-Identifier: MIT */
/* Muted accounts, which may not write in chat or private messages. Mutes are stored; active ones
 * are also kept in memory, because every chat line checks them. */
#ifndef ACCOUNTS_MUTES_H
#define ACCOUNTS_MUTES_H

#include "core/state.h"

enum { MUTE_REASON_MAX = 200 };

RK_MUST_USE rk_err mutes_create(struct server *server); /* starts to load them */
bool mutes_ready(const struct server *server);
void mutes_destroy(struct server *server);

/* Why the account or guest may not write: a message, borrowed until the next call. NULL: not
 * muted. */
const char *mute_message(struct server *server, const char *id);

/* Reads the mute of one account again, after it was changed in the store. */
void mute_reload(struct server *server, const char *id);

#endif
