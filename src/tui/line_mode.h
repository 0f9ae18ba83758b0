/* SPDX-License-Identifier: MIT */
/* Plays a local game line by line: reads moves and commands from standard input and prints the
 * answers on standard output. A person at a terminal is greeted, and sees the board and a prompt;
 * a script gets the answers alone. */
#ifndef TUI_LINE_MODE_H
#define TUI_LINE_MODE_H

#include "tui/session.h"

enum line_mode_result {
    LINE_MODE_OK,
    LINE_MODE_REFUSED, /* a line of a script was refused */
    LINE_MODE_FAILED   /* standard input cannot be read */
};

struct line_mode_options {
    bool board;             /* print the board after each move */
    const char *unfinished; /* a file with an unfinished game to mention; NULL for none */
    int64_t (*now)(void);   /* a monotonic clock in milliseconds */
};

enum line_mode_result line_mode_play(struct session *session,
                                     const struct line_mode_options *options);

#endif
