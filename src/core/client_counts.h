/* SPDX-License-Identifier: MIT */
/* Counts what each client has open: clients are told apart by address, IPv6 ones by their /64. */
#ifndef CORE_CLIENT_COUNTS_H
#define CORE_CLIENT_COUNTS_H

#include "base/map.h"
#include "core/address.h"

struct client_counts {
    struct map map;
};

/* One counted thing: whose it is. All zeros: not counted. */
struct client_count;
struct client_slot {
    struct client_count *client;
};

void client_counts_init(struct client_counts *counts, uint64_t seed);
void client_counts_fini(struct client_counts *counts);

/* Counts one more of this address, unless it has `max` already (0: no limit) or out of memory; then
 * it returns false. A slot that counts is released first. */
bool client_counts_add(struct client_counts *counts, const char *address, size_t max,
                       struct client_slot *slot);
void client_counts_release(struct client_counts *counts, struct client_slot *slot);
size_t client_counts_of(const struct client_counts *counts, const char *address);

#endif
