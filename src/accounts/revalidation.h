/* SPDX-License-Identifier: MIT */
/* Checks now and then whether the sessions and tokens of open connections still exist. When one
 * ends, the nodes are told and close its connections; this is for the case that a message was lost.
 * It does nothing if there are no other nodes. */
#ifndef ACCOUNTS_REVALIDATION_H
#define ACCOUNTS_REVALIDATION_H

#include "core/state.h"

RK_MUST_USE rk_err revalidation_create(struct server *server);
void revalidation_destroy(struct server *server);

#endif
