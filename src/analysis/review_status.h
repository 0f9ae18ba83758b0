/* SPDX-License-Identifier: MIT */
/* The state of a game's review. */
#ifndef ANALYSIS_REVIEW_STATUS_H
#define ANALYSIS_REVIEW_STATUS_H

#include <stdbool.h>
#include <stddef.h>

enum review_state { REVIEW_NONE, REVIEW_WAITING, REVIEW_RUNNING, REVIEW_DONE, REVIEW_FAILED };

const char *review_state_name(enum review_state state); /* "waiting"; static storage */

/* The score of a position, for White: centipawns, or moves to the mate. */
struct review_score {
    bool is_known, is_mate;
    int score;
};

/* Where the review of a game stands. */
struct review_status {
    enum review_state state;
    size_t place;                      /* of one that waits: 1 is the next */
    size_t done, plies;                /* moves whose positions are known, and all moves */
    const struct review_score *scores; /* plies + 1, borrowed; NULL if there are none */
};

#endif
