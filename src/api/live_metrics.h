/* SPDX-License-Identifier: MIT */
/* Metrics that are not counted as events happen, but looked up on request. */
#ifndef API_LIVE_METRICS_H
#define API_LIVE_METRICS_H

#include "core/state.h"

/* Sets the metrics that are kept elsewhere: games, queues, connections, the process. */
void live_metrics_collect(struct server *server);

/* How many people are online, guests among them. */
size_t live_metrics_count_people(const struct server *server);

#endif
