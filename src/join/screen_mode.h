/* SPDX-License-Identifier: MIT */
/* A visit on a terminal: a live screen, clocks ticking, and a line to type. */
#ifndef JOIN_SCREEN_MODE_H
#define JOIN_SCREEN_MODE_H

#include <stdint.h>

#include "join/online_session.h"
#include "tui/board.h"

struct online_screen_mode_options {
    struct board_style style;
    int64_t (*now)(void); /* milliseconds that only grow */
};

/* Shows it until the visitor leaves; takes over visit->say. False if the terminal cannot be
 * used. */
bool online_screen_mode_run(struct online_session *visit,
                            const struct online_screen_mode_options *setup);

#endif
