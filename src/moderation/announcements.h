/* SPDX-License-Identifier: MIT */
/* Announcements to all users: sent at once, and to every client that connects until they end. */
#ifndef MODERATION_ANNOUNCEMENTS_H
#define MODERATION_ANNOUNCEMENTS_H

#include "base/json.h"
#include "core/state.h"
#include "moderation/announcement.h"

enum { ANNOUNCEMENT_CHARACTERS = 400, ANNOUNCEMENT_SIZE = ANNOUNCEMENT_CHARACTERS * 4 + 1 };

/* Starts to load them. */
void announcements_init(struct server *server);
void announcements_fini(struct server *server);
/* Reads them again, after they were changed in the store. */
void announcements_reload(struct server *server);

/* The current ones, the oldest first; NULL after the last. Start with *at = 0. */
const struct announcement *announcements_next(const struct server *server, size_t *at);

/* [{"id":..,"date":..,"text":..,"until":..}] */
void announcements_write(const struct server *server, struct json *json);

#endif
