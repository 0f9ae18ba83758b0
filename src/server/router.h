/* SPDX-License-Identifier: MIT */
/* Finds a request's handler, authenticates the caller, checks the permissions, and calls
 * the handler. The functions of server.h for HTTP requests are here. */
#ifndef SERVER_ROUTER_H
#define SERVER_ROUTER_H

#include "server/exchange.h"

/* Responds with 400, 401, 403, 404, 405, 429 and to OPTIONS by itself. A request that changes
 * something and has a cookie must come from our own pages: its Origin, if any, must be ours. */
void router_dispatch(struct exchange *exchange);

/* Whether the Origin header allows to use the cookie: there is none, or it is our public URL or the
 * request's own Host. */
bool router_is_own_origin(const struct server *server, const struct request *request);

#endif
