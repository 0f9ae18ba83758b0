/* SPDX-License-Identifier: MIT */
/* All of moderation. */
#ifndef MODERATION_MODERATION_H
#define MODERATION_MODERATION_H

#include "core/state.h"

/* Starts to load. The server is ready when all is loaded: until then nobody could be refused. */
RK_MUST_USE rk_err moderation_create(struct server *server);
bool moderation_ready(const struct server *server);
void moderation_destroy(struct server *server);

#endif
