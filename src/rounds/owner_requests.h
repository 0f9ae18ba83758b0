/* SPDX-License-Identifier: MIT */
/* Handles the requests of other nodes to the owner of a game (owner_client.h), for the shards that
 * this node owns. */
#ifndef ROUNDS_OWNER_REQUESTS_H
#define ROUNDS_OWNER_REQUESTS_H

#include "core/state.h"

RK_MUST_USE rk_err owner_requests_create(struct server *server);
void owner_requests_destroy(struct server *server);

#endif
