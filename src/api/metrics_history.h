/* SPDX-License-Identifier: MIT */
/* The history behind the graphs of the admin page: a sample of the live numbers every half minute,
 * for four hours. Kept in memory, so it is empty after a restart. */
#ifndef API_METRICS_HISTORY_H
#define API_METRICS_HISTORY_H

#include "core/state.h"

RK_MUST_USE rk_err metrics_history_create(struct server *server);
void metrics_history_destroy(struct server *server);

#endif
