/* SPDX-License-Identifier: MIT */
/* Plays a game in the terminal: the whole of `rookery play` after its options are parsed. */
#ifndef TUI_PLAY_H
#define TUI_PLAY_H

#include "rookery/game.h"
#include "tui/players.h"
#include "tui/theme.h"

struct play_options {
    rk_game_setup setup;
    bool random_start; /* in Chess960: one of the 960 starts */

    /* With `resume`, what is set here replaces what was saved: the strength, the limits, names that
     * are not empty, and the side if `side_given`. */
    struct players players;
    bool side_given;

    bool flip, auto_flip;
    bool letters;              /* draw pieces as letters */
    bool blindfold;            /* hide the pieces */
    bool no_mouse;             /* do not let the terminal report clicks */
    const struct theme *theme; /* NULL: the default */
    bool plain;                /* line by line, even on a terminal */
    bool board;                /* line by line: print the board after each move */
    bool resume;               /* continue the unfinished game */

    const char *date;     /* "2026.11.15" */
    uint64_t seed;        /* for random starts and the play of the engine */
    int64_t (*now)(void); /* a monotonic clock in milliseconds; may be called from any thread */
};

enum play_result {
    PLAY_OK,
    PLAY_REFUSED, /* a line of a script was refused, or there is no game to resume */
    PLAY_FAILED   /* a file, memory or the terminal failed */
};

/* Plays until the user quits. Errors are printed on standard error. */
enum play_result play_game(const struct play_options *options);

#endif
