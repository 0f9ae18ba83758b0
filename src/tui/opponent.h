/* SPDX-License-Identifier: MIT */
/* Our engine as a player in the terminal. It thinks on a thread of its own, so that keys are heard
 * and clocks are seen to run. */
#ifndef TUI_OPPONENT_H
#define TUI_OPPONENT_H

#include "tui/hints.h"

struct opponent;

struct opponent_options {
    unsigned elo; /* 0: as well as it can */
    rk_side side;
    int64_t think;  /* milliseconds for a move; 0: by the clock, or a second */
    uint64_t nodes; /* to search for a move; 0: no limit. The same game each time */
    uint64_t seed;
    int64_t (*now)(void);  /* from any thread */
    struct hints *adviser; /* borrowed: judges offers of a draw */
};

/* RK_NO_MEMORY also if the system lets it have no pipe. */
RK_MUST_USE rk_err opponent_create(const struct opponent_options *options, struct opponent **out);
void opponent_destroy(struct opponent *opponent); /* NULL is allowed; no thought is under way */

/* For a session; lives as long as the opponent. */
const struct session_opponent *opponent_player(const struct opponent *opponent);

#endif
