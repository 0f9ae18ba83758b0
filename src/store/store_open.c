/* SPDX-License-Identifier: MIT */
/* Chooses the kind of store by its URL. */
#include <stdio.h>
#include <string.h>

#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/store.h"
#include "store/store_url.h"

/* Every error names the store and the reason, even if SQLite or a system call provides no text. */
static void complete_reason(const char *url, rk_err err, char *error, size_t error_size)
{
    char reason[512];
    if (*error && strstr(error, url))
        return;
    snprintf(reason, sizeof reason, "%s", *error ? error : rk_err_text(err));
    snprintf(error, error_size, "%s: %s", url, reason);
}

rk_err store_open(const struct store_options *options, struct store **out, char *error,
                  size_t error_size)
{
    const char *url = options->url;
    *error = '\0';
    if (!url || !*url) {
        snprintf(error, error_size, "no data folder given");
        return RK_CANNOT_OPEN;
    }
    if (store_url_is_postgres(url))
        return postgres_open(url, options, out, error, error_size);
    const rk_err err =
        sqlite_open(strcmp(url, "memory:") ? url : NULL, options, out, error, error_size);
    if (err)
        complete_reason(url, err, error, error_size);
    return err;
}

void store_poll(struct store *store)
{
    store->ops->poll(store);
}

void store_close(struct store *store)
{
    store->ops->close(store);
}

struct store_stats store_stats(struct store *store)
{
    struct store_stats stats = {0};
    store->ops->stats(store, &stats);
    return stats;
}
