/* SPDX-License-Identifier: MIT */
/* Two people at a board in a terminal: turns keys into lines and moves for the
 * session, and shows what comes of it. */
#ifndef TUI_SCREEN_MODE_H
#define TUI_SCREEN_MODE_H

#include "tui/board.h"
#include "tui/session.h"

struct screen_mode_options {
    struct board_style style; /* what the terminal can show */
    bool auto_flip;           /* turn the board to the mover */
    const char *unfinished;   /* a file with a game to offer; NULL for none */
    int64_t (*now)(void);     /* milliseconds that only grow */
};

enum screen_mode_result {
    SCREEN_MODE_QUIT,       /* the players have gone */
    SCREEN_MODE_HANGUP,     /* the terminal has, or we are told to end */
    SCREEN_MODE_UNAVAILABLE /* there is no terminal, or no memory */
};

/* Plays until somebody leaves. The terminal is then as it was before. */
enum screen_mode_result screen_mode_play(struct session *session,
                                         const struct screen_mode_options *setup);

#endif
