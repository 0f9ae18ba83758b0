/* SPDX-License-Identifier: MIT */
/* The requests that other nodes send to the owner of a game; see owner_ask.h. This node takes them
 * for the shards that it owns. */
#ifndef ROUNDS_OWNER_REQUESTS_H
#define ROUNDS_OWNER_REQUESTS_H

#include "core/state.h"

RK_MUST_USE rk_err owner_requests_create(struct server *server);
void owner_requests_destroy(struct server *server);

#endif
