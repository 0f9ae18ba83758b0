/* SPDX-License-Identifier: MIT */
/* A visit on a terminal: a live screen, clocks ticking, and a line to type. */
#ifndef CMD_JOINSCREEN_H
#define CMD_JOINSCREEN_H

#include <stdint.h>

#include "cmd/joinvisit.h"
#include "tui/board.h"

struct joinscreen_setup {
    struct board_style style;
    int64_t (*now)(void); /* milliseconds that only grow */
};

/* Shows it until the visitor leaves; takes over visit->say. False if the terminal cannot be
 * used. */
bool joinscreen_run(struct visit *visit, const struct joinscreen_setup *setup);

#endif
