/* SPDX-License-Identifier: MIT */
/* GET /healthz (liveness) and GET /readyz (readiness). Readiness includes a small write to the
 * store, because a server that cannot write refuses every move. */
#ifndef API_HEALTH_H
#define API_HEALTH_H

#include "core/state.h"

RK_MUST_USE rk_err health_create(struct server *server);
void health_destroy(struct server *server);

/* The last answer of /readyz; true before the first one. For metrics. */
bool health_was_ready(const struct server *server);

#endif
