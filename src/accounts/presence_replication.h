/* SPDX-License-Identifier: MIT */
/* Who is online in a cluster: each node replicates its list to all others (cluster/replication.h).
 * The functions of presence.h then see the people of all nodes. */
#ifndef ACCOUNTS_PRESENCE_REPLICATION_H
#define ACCOUNTS_PRESENCE_REPLICATION_H

#include "core/state.h"

RK_MUST_USE rk_err presence_replication_create(struct server *server);
void presence_replication_destroy(struct server *server);

/* The node where a user is online; this one, if there are several. 0: unknown, or there are no
 * other nodes. */
uint64_t presence_node_of(const struct server *server, const char *who);

#endif
