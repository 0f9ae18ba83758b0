/* SPDX-License-Identifier: MIT */
/* Keeps the ratings in memory up to date with those that other nodes change. Only displayed ratings
 * depend on it: the store refuses a change that was computed from an old rating. */
#ifndef RATINGS_RATING_SYNC_H
#define RATINGS_RATING_SYNC_H

#include "core/state.h"
#include "ratings/rating.h"

void rating_sync_init(struct server *server);
void rating_sync_fini(struct server *server);

/* Notifies all nodes that a rating was written. */
void rating_sync_publish(struct server *server, const char *account, enum perf perf,
                         const struct rating *rating);

#endif
