/* SPDX-License-Identifier: MIT */
#include "support/postgres_schemas.h"

#include <stddef.h>

const char *postgres_schema_take(const char *server)
{
    (void)server;
    return NULL;
}

void postgres_schema_release(const char *url)
{
    (void)url;
}

void postgres_clock_set(const char *server, int64_t ms)
{
    (void)server;
    (void)ms;
}
