/* SPDX-License-Identifier: MIT */
/* Which kind of store it is, and what is the same for every kind. */
#include <stdio.h>
#include <string.h>

#include "store/sqlite.h"
#include "store/store.h"

static bool begins_with(const char *text, const char *beginning)
{
    return !strncmp(text, beginning, strlen(beginning));
}

rk_err store_open(const struct store_options *options, struct store **out, char *why,
                  size_t why_size)
{
    const char *url = options->url;
    if (!url || !*url) {
        snprintf(why, why_size, "there is no folder to keep anything in");
        return RK_CANNOT_OPEN;
    }
    if (begins_with(url, "postgres://") || begins_with(url, "postgresql://")) {
        snprintf(why, why_size, "PostgreSQL cannot be used yet; name a folder");
        return RK_CANNOT_OPEN;
    }
    return sqlite_open(strcmp(url, "memory:") ? url : NULL, options, out, why, why_size);
}

void store_poll(struct store *store)
{
    store->ops->poll(store);
}

void store_close(struct store *store)
{
    store->ops->close(store);
}
