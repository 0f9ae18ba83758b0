/* SPDX-License-Identifier: MIT */
/* Loads and drops the rounds of a shard when this node gains or loses it; see cluster/shards.h. */
#ifndef ROUNDS_OWNERSHIP_H
#define ROUNDS_OWNERSHIP_H

#include "rounds/round_internal.h"

RK_MUST_USE rk_err ownership_create(struct server *server);
void ownership_destroy(struct server *server);

/* Schedules dropping the lost rounds that are not busy. */
void ownership_drop_lost(struct server *server);

#endif
