/* SPDX-License-Identifier: MIT */
#include "http/request_id.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/state.h"

static bool is_valid_id(const char *id)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    const size_t size = strlen(id);
    return size >= 1 && size <= LOG_REQUEST_MAX && strspn(id, allowed) == size;
}

void request_id_choose(struct server *server, const char *sent, struct log_request *out)
{
    if (sent && is_valid_id(sent))
        snprintf(out->id, sizeof out->id, "%s", sent);
    else
        snprintf(out->id, sizeof out->id, "%016" PRIx64, server_random(server));
}
