/* SPDX-License-Identifier: MIT */
/* All handlers of routes.def. Each lives in the file of its subject. */
#ifndef API_HANDLERS_H
#define API_HANDLERS_H

struct exchange;

typedef void handler(struct exchange *exchange);

#define ROW(method, path, permission, function) handler function;
#include "api/routes.def"

#endif
