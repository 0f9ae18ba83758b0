/* SPDX-License-Identifier: MIT */
/* The rounds of a shard come and go with it: see cluster/shards.h. */
#ifndef ROUNDS_OWNERSHIP_H
#define ROUNDS_OWNERSHIP_H

#include "rounds/round_internal.h"

RK_MUST_USE rk_err ownership_create(struct server *server);
void ownership_destroy(struct server *server);

/* Drops the rounds that are lost and not busy, in a moment. */
void ownership_drop_lost(struct server *server);

#endif
