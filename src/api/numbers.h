/* SPDX-License-Identifier: MIT */
/* Metrics that are not counted as events happen, but looked up on request. */
#ifndef API_NUMBERS_H
#define API_NUMBERS_H

#include "core/state.h"

/* Sets the metrics that are kept elsewhere: games, queues, connections, the process. */
void numbers_collect(struct server *server);

/* How many people are online, guests among them. */
size_t numbers_count_people(const struct server *server);

#endif
