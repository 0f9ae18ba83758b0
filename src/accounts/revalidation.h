/* SPDX-License-Identifier: MIT */
/* Periodically checks that the sessions and tokens of open connections still exist. When one ends,
 * all nodes are notified and close its connections; this check covers lost messages. Does nothing
 * without other nodes. */
#ifndef ACCOUNTS_REVALIDATION_H
#define ACCOUNTS_REVALIDATION_H

#include "core/state.h"

RK_MUST_USE rk_err revalidation_create(struct server *server);
void revalidation_destroy(struct server *server);

#endif
