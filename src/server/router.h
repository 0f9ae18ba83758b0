/* SPDX-License-Identifier: MIT */
/* Finds the handler of a request, and who asks, then hands over. The requests of
 * server.h come in here. */
#ifndef SERVER_ROUTER_H
#define SERVER_ROUTER_H

#include "server/exchange.h"

/* Answers 400, 401, 403, 404, 405, 429 and OPTIONS by itself. A request that changes something and
 * comes with a cookie must come from our own pages: its Origin, if it has one, is ours. */
void route(struct exchange *exchange);

/* Whether an Origin header may act with a cookie: none, or the public URL's, or the Host's own. */
bool origin_is_ours(const struct server *server, const struct request *request);

#endif
