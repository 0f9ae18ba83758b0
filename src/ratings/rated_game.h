/* SPDX-License-Identifier: MIT */
/* The properties of a game that its rating depends on. */
#ifndef RATINGS_RATED_GAME_H
#define RATINGS_RATED_GAME_H

#include <stddef.h>
#include <stdint.h>

#include "accounts/identity.h"
#include "ratings/perf.h"

/* A rated game that has ended. */
struct rated_game {
    const struct identity *players; /* two, by side */
    enum perf perf;
    double white_score; /* 1, 0.5 or 0 */
    size_t plies;
    int64_t ended_at;
};

#endif
