/* SPDX-License-Identifier: MIT */
/* Finds a request's handler, authenticates the caller, checks the permissions, and calls
 * the handler. Implements the functions of server.h for HTTP requests. */
#ifndef SERVER_ROUTER_H
#define SERVER_ROUTER_H

#include "http/exchange.h"

/* Answers OPTIONS, and responds with 400, 401, 403, 404, 405 and 429 itself. A request that changes
 * something and has a cookie must come from our own pages: its Origin, if any, must be ours. */
void router_dispatch(struct exchange *exchange);

/* For a request that another node has taken, with the caller that it has verified: calls the
 * handler, if that belongs to the lobby. */
void router_dispatch_relayed(struct exchange *exchange, const struct caller *caller);
/* Calls the handler of a request that waited until the lobby came to this node. */
void router_call_handler(struct exchange *exchange);

/* Whether the request may use the cookie: it has no Origin header, or its Origin is our public URL
 * or its own Host. */
bool router_is_own_origin(const struct server *server, const struct request *request);

#endif
