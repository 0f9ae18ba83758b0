/* SPDX-License-Identifier: MIT */
/* The latest results on all nodes, for pages that show them live. Private and aborted games are not
 * shown. */
#ifndef RUNNING_RESULTS_H
#define RUNNING_RESULTS_H

#include "ratings/rating_change.h"
#include "record/game_info.h"
#include "rookery/game.h"

enum { RESULTS_MAX = 20 };

struct game_result {
    struct game_info info;
    struct rating_result rating;
    const char *status; /* of the API: "mate", "resign"... */
    rk_winner winner;
    int64_t ended_at;
};

RK_MUST_USE rk_err results_create(struct server *server); /* starts to load them */
void results_destroy(struct server *server);

/* Subscribes to results: receives the recent ones, the oldest first, then each new one. */
struct results_listener {
    struct list node;
    void (*on_result)(struct results_listener *listener, const struct game_result *result);
};

/* A listener may leave during its call; leaving twice is harmless. */
void results_listen(struct server *server, struct results_listener *listener);
void results_unlisten(struct results_listener *listener);

#endif
