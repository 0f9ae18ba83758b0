/* SPDX-License-Identifier: MIT */
/* All handlers of routes.def. Each lives in the file of its subject: membership.c,
 * apiaccount.c, apichallenge.c, apistream.c, apiplay.c, apigames.c, pages.c. */
#ifndef SERVER_HANDLERS_H
#define SERVER_HANDLERS_H

struct exchange;

typedef void handler(struct exchange *exchange);

#define ROW(method, path, who, function) handler function;
#include "server/routes.def"

#endif
