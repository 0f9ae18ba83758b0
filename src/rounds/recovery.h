/* SPDX-License-Identifier: MIT */
/* Reads and replays the unfinished games of shards that this server has gained: after a restart, or
 * when another node has died or handed them over. Clocks that were running are paused from when the
 * previous owner was last alive, or from the last entry of the log if that is later, so that nobody
 * is charged for the time since. If the store fails, the reading starts over. */
#ifndef ROUNDS_RECOVERY_H
#define ROUNDS_RECOVERY_H

#include "rounds/round_internal.h"

RK_MUST_USE rk_err recovery_create(struct server *server);
void recovery_destroy(struct server *server);

/* Starts to load the games of a shard. */
void recovery_load(struct recovery *recovery, unsigned shard, int64_t alive_until);
/* The shard is lost: its games are not continued. */
void recovery_forget(struct recovery *recovery, unsigned shard);

bool recovery_is_loading(const struct recovery *recovery, unsigned shard);
bool recovery_is_idle(const struct recovery *recovery); /* nothing is being loaded */

#endif
