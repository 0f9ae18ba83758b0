/* SPDX-License-Identifier: MIT */
/* Connects the buses of several servers in one process, and treats their messages badly: it drops,
 * duplicates, delays and reorders them by a seeded generator, and cuts nodes off. Time passes only
 * when the test says so. The same seed gives the same run. */
#ifndef SUPPORT_FAKE_NETWORK_H
#define SUPPORT_FAKE_NETWORK_H

#include "base/prng.h"
#include "bus/link.h"

enum { FAKE_NODES_MAX = 8 };

/* What happens to messages; all zeros: each arrives once, in order, without delay. */
struct fake_faults {
    unsigned dropped, duplicated; /* of 1000 */
    unsigned delay_min_ms, delay_max_ms;
    bool reorders; /* a message may overtake another one of the same sender */
};

struct fake_network {
    struct prng prng;
    struct fake_faults faults;
    int64_t now;
    struct fake_link *links[FAKE_NODES_MAX];
    size_t count;
    uint64_t last_number;
    uint64_t sent, dropped, duplicated, delivered; /* copies of messages */
};

void fake_network_init(struct fake_network *network, uint64_t seed);

/* Opens the bus of one more node. Close it with bus_close() before the network is gone. The nodes
 * have the numbers 0, 1, ... */
struct bus *fake_network_open_bus(struct fake_network *network);

/* Cuts a node off from the others, or connects it again. Messages under way to it are lost. When
 * it is connected again, it is notified of the gap. */
void fake_network_cut(struct fake_network *network, size_t node);
void fake_network_heal(struct fake_network *network, size_t node);
/* Splits the nodes into two halves that get no messages of each other; 0: joins them again. No gap
 * is reported. */
void fake_network_split(struct fake_network *network, unsigned mask);

/* When the next message arrives; INT64_MAX: none is under way. */
int64_t fake_network_next(const struct fake_network *network);

#endif
