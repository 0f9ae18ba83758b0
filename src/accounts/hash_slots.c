/* SPDX-License-Identifier: MIT */
#include "accounts/hash_slots.h"

#include <stdlib.h>

struct hash_slots {
    struct client_counts counts;
};

rk_err hash_slots_create(struct server *server)
{
    server->hash_slots = calloc(1, sizeof *server->hash_slots);
    if (!server->hash_slots)
        return RK_NO_MEMORY;
    client_counts_init(&server->hash_slots->counts, server_random(server));
    return RK_OK;
}

void hash_slots_destroy(struct server *server)
{
    if (!server->hash_slots)
        return;
    client_counts_fini(&server->hash_slots->counts);
    free(server->hash_slots);
    server->hash_slots = NULL;
}

bool hash_slot_take(struct server *server, const char *address, bool urgent,
                    struct client_slot *slot)
{
    struct client_counts *counts = &server->hash_slots->counts;
    const bool crowded = counts->map.count >= HASH_SLOTS_MANY_ADDRESSES;
    return !*address || server->config.unlimited ||
           client_counts_add(counts, address, crowded && !urgent ? 1 : HASH_SLOTS_PER_ADDRESS,
                             slot);
}

void hash_slot_release(struct server *server, struct client_slot *slot)
{
    client_counts_release(&server->hash_slots->counts, slot);
}
