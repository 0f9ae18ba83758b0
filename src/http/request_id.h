/* SPDX-License-Identifier: MIT */
/* Request ids. A request's id is in all log lines it causes and in the response, so that an
 * operator can find the log lines of a request that a user reports. */
#ifndef HTTP_REQUEST_ID_H
#define HTTP_REQUEST_ID_H

#include "base/log.h"

struct server;

/* Takes the id that the client or a proxy sent, if it has 1 to 64 letters, digits, dots, dashes and
 * underscores; else makes one. `sent` may be NULL. */
void request_id_choose(struct server *server, const char *sent, struct log_request *out);

#endif
