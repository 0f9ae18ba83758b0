/* SPDX-License-Identifier: MIT */
/* Plays a local game line by line: reads moves and commands from standard input and prints the
 * answers on standard output. */
#ifndef TUI_LINE_MODE_H
#define TUI_LINE_MODE_H

#include "tui/session.h"

enum line_mode_result {
    LINE_MODE_OK,
    LINE_MODE_REFUSED,    /* a line was refused */
    LINE_MODE_UNFINISHED, /* the user at the terminal left the game unfinished */
    LINE_MODE_FAILED      /* standard input cannot be read */
};

struct line_mode_options {
    bool board;           /* print the board after each move */
    int64_t (*now)(void); /* a monotonic clock in milliseconds */
};

enum line_mode_result line_mode_play(struct session *session,
                                     const struct line_mode_options *options);

#endif
