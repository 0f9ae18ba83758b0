/* SPDX-License-Identifier: MIT */
/* Two people at a board in a terminal: turns keys into lines and moves for the
 * session, and shows what comes of it. */
#ifndef TUI_TABLE_H
#define TUI_TABLE_H

#include "tui/board.h"
#include "tui/session.h"

struct table_setup {
    struct board_style style; /* what the terminal can show */
    bool auto_flip;           /* turn the board to the mover */
    const char *unfinished;   /* a file with a game to offer; NULL for none */
    int64_t (*now)(void);     /* milliseconds that only grow */
};

enum table_end {
    TABLE_LEFT, /* the players have gone */
    TABLE_GONE, /* the terminal has, or we are told to end */
    TABLE_NONE  /* there is no terminal, or no memory */
};

/* Plays until somebody leaves. The terminal is then as it was before. */
enum table_end table_play(struct session *session, const struct table_setup *setup);

#endif
