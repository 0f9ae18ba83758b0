/* SPDX-License-Identifier: MIT */
#include "core/client_counts.h"

#include <stdlib.h>
#include <string.h>

struct client_count {
    size_t count;
    char key[ADDRESS_SIZE];
};

void client_counts_init(struct client_counts *counts, uint64_t seed)
{
    map_init(&counts->map, seed);
}

void client_counts_fini(struct client_counts *counts)
{
    size_t at = 0;
    for (struct client_count *entry; (entry = map_next(&counts->map, &at));)
        free(entry);
    map_fini(&counts->map);
}

static struct client_count *find_or_add(struct client_counts *counts, const char key[ADDRESS_SIZE])
{
    struct client_count *entry = map_get(&counts->map, key);
    if (entry)
        return entry;
    entry = calloc(1, sizeof *entry);
    if (entry)
        memcpy(entry->key, key, sizeof entry->key);
    if (entry && map_put(&counts->map, key, entry))
        return entry;
    free(entry);
    return NULL;
}

bool client_counts_add(struct client_counts *counts, const char *address, size_t max,
                       struct client_slot *slot)
{
    char key[ADDRESS_SIZE];
    client_counts_release(counts, slot);
    address_client_key(address, key);
    struct client_count *entry = find_or_add(counts, key);
    if (!entry || (max && entry->count >= max))
        return false;
    entry->count++;
    slot->client = entry;
    return true;
}

void client_counts_release(struct client_counts *counts, struct client_slot *slot)
{
    struct client_count *entry = slot->client;
    slot->client = NULL;
    if (entry && !--entry->count) {
        map_remove(&counts->map, entry->key);
        free(entry);
    }
}

size_t client_counts_of(const struct client_counts *counts, const char *address)
{
    char key[ADDRESS_SIZE];
    address_client_key(address, key);
    const struct client_count *entry = map_get(&counts->map, key);
    return entry ? entry->count : 0;
}
