/* SPDX-License-Identifier: MIT */
#include "support/empty_store.h"

#include <stdlib.h>

#include "support/board.h"
#include "support/postgres_schemas.h"

enum { STORES_MAX = 32 };

/* The stores that are open, and their schemas. */
static struct {
    struct store *store;
    const char *url;
} stores[STORES_MAX];

const char *empty_store_server(void)
{
    const char *url = getenv("TEST_STORE");
    return url && *url ? url : NULL;
}

bool empty_store_is_postgres(void)
{
    return empty_store_server();
}

static const char *choose_url(void)
{
    const char *url = empty_store_server() ? postgres_schema_take(empty_store_server()) : "memory:";
    if (!url)
        fail_msg("built without libpq");
    return url;
}

struct store *empty_store_open(const struct store_options *options)
{
    struct store_options chosen = *options;
    char why[500] = "";
    size_t index = 0;
    while (index < STORES_MAX && stores[index].store)
        index++;
    if (!chosen.url)
        chosen.url = choose_url();
    if (index == STORES_MAX || store_open(&chosen, &stores[index].store, why, sizeof why))
        fail_msg("%s", why);
    stores[index].url = chosen.url;
    return stores[index].store;
}

void empty_store_close(struct store *store)
{
    store_close(store);
    for (size_t i = 0; i < STORES_MAX; i++)
        if (stores[i].store == store) {
            postgres_schema_release(stores[i].url);
            stores[i].store = NULL;
        }
}
