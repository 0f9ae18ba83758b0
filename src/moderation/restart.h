/* SPDX-License-Identifier: MIT */
/* A planned restart: clients show a countdown, no game starts in the last minute, then the server
 * stops. The service manager, such as systemd, starts it again. */
#ifndef MODERATION_RESTART_H
#define MODERATION_RESTART_H

#include "core/state.h"

enum { RESTART_SECONDS_MAX = 24 * 3600 };

/* Starts to load the plan. */
void restart_init(struct server *server);
void restart_fini(struct server *server);
/* Reads the plan again, after it was changed in the store. */
void restart_reload(struct server *server);

/* When it is planned; 0: it is not. */
int64_t restart_planned_at(const struct server *server);
/* Whether the restart is due. */
bool restart_is_due(const struct server *server);

#endif
