/* SPDX-License-Identifier: MIT */
/* Makes room when all connection slots are in use. */
#ifndef NET_EVICTION_H
#define NET_EVICTION_H

#include "net/connection.h"

/* Closes the connection that has been idle for longest: first those without a request, then
 * WebSockets and streams of anonymous clients and guests who do not play. Accounts and players
 * never give way. False: there is none. */
bool connections_evict(struct connections *connections);

#endif
