/* SPDX-License-Identifier: MIT */
/* All handlers of routes.def. Each lives in the file of its subject: api_login.c,
 * api_account.c, api_challenges.c, api_streams.c, api_play.c, api_games.c, pages.c. */
#ifndef SERVER_HANDLERS_H
#define SERVER_HANDLERS_H

struct exchange;

typedef void handler(struct exchange *exchange);

#define ROW(method, path, permission, function) handler function;
#include "server/routes.def"

#endif
