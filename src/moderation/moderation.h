/* SPDX-License-Identifier: MIT */
/* Creates and destroys all modules of moderation. */
#ifndef MODERATION_MODERATION_H
#define MODERATION_MODERATION_H

#include "core/state.h"

/* Starts to load. The server is not ready until everything is loaded, because bans and blocks
 * cannot be enforced before. */
RK_MUST_USE rk_err moderation_create(struct server *server);
bool moderation_ready(const struct server *server);
void moderation_destroy(struct server *server);

#endif
