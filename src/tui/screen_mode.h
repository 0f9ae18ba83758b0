/* SPDX-License-Identifier: MIT */
/* Plays a local game on the full screen of a terminal: turns keys into lines and moves for the
 * session, and draws the result. */
#ifndef TUI_SCREEN_MODE_H
#define TUI_SCREEN_MODE_H

#include "tui/board_style.h"
#include "tui/session.h"

struct screen_mode_options {
    struct board_style style;
    bool mouse;             /* let the terminal report clicks */
    bool auto_flip;         /* turn the board to the side to move */
    const char *unfinished; /* a file with a game to offer; NULL for none */
    int64_t (*now)(void);   /* a monotonic clock in milliseconds */
};

/* Plays until the user quits or the terminal hangs up, and restores the terminal. False if there is
 * no terminal, or no memory. */
bool screen_mode_play(struct session *session, const struct screen_mode_options *options);

#endif
