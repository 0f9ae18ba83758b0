/* SPDX-License-Identifier: MIT */
/* A place of a leaderboard. */
#ifndef RATINGS_LEADER_H
#define RATINGS_LEADER_H

#include "accounts/identity.h"
#include "ratings/rating.h"

enum { LEADERBOARD_MAX = 200 };

/* Borrowed; it stays valid, but its rating changes. */
struct leader {
    const struct identity *who;
    const struct rating *rating;
};

#endif
