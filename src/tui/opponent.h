/* SPDX-License-Identifier: MIT */
/* Our engine as an opponent in the terminal. It searches on its own thread, so that keys are
 * handled and the clocks keep running on the screen. */
#ifndef TUI_OPPONENT_H
#define TUI_OPPONENT_H

#include "tui/hints.h"

struct opponent;

struct opponent_options {
    unsigned elo; /* 0: full strength */
    rk_side side;
    int64_t move_time; /* milliseconds for a move; 0: by the clock, or one second without one */
    uint64_t nodes;    /* per move; 0: no limit */
    uint64_t seed;
    int64_t (*now)(void); /* may be called from any thread */
    struct hints *hints;  /* borrowed; decides on draw offers */
};

/* RK_NO_MEMORY also if no pipe can be created. */
RK_MUST_USE rk_err opponent_create(const struct opponent_options *options, struct opponent **out);
void opponent_destroy(struct opponent *opponent); /* NULL is allowed; no search may be running */

/* For a session; valid as long as the opponent. */
const struct session_opponent *opponent_interface(const struct opponent *opponent);

#endif
