/* SPDX-License-Identifier: MIT */
/* The best players of each perf, among those whose rating is established, and who are neither
 * banned nor closed. */
#ifndef RATINGS_LEADERBOARD_H
#define RATINGS_LEADERBOARD_H

#include "accounts/identity.h"
#include "core/state.h"
#include "ratings/leader.h"

/* Writes at most `max` places, the best first, and returns how many it wrote; at most
 * LEADERBOARD_MAX. The order may be a second old. */
size_t leaderboard_list(struct server *server, enum perf perf, struct leader *out, size_t max);

/* Where an account is among the established ratings; may be ten seconds old. */
struct standing {
    size_t rank;    /* from 1; 0: not established */
    size_t players; /* established ones */
    size_t below;   /* of these with fewer points */
};
struct standing leaderboard_standing(struct server *server, enum perf perf,
                                     const struct identity *who);

/* Follows a leaderboard. */
struct leaderboard_listener {
    struct list node;
    unsigned perfs; /* bits 1 << perf */
    void (*on_changed)(struct leaderboard_listener *listener, enum perf perf);
};

/* A listener may leave during its call; leaving twice is harmless. */
void leaderboard_listen(struct server *server, struct leaderboard_listener *listener);
void leaderboard_unlisten(struct leaderboard_listener *listener);

#endif
