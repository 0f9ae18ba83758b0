/* SPDX-License-Identifier: MIT */
/* The screen of a game played elsewhere: the board, both players with their clocks,
 * the moves, what was said lately, and the line typed. */
#ifndef TUI_ONLINE_H
#define TUI_ONLINE_H

#include "rookery/game.h"
#include "tui/board.h"
#include "tui/line.h"
#include "tui/terminal.h"

enum { ONLINE_LINES_MAX = 200 };

/* What was said lately, the newest last. Begins as all zeros. */
struct online_log {
    char *lines[ONLINE_LINES_MAX]; /* owned */
    size_t count;
};

void online_log_fini(struct online_log *log);
void online_log_add(struct online_log *log, const char *line); /* forgets the oldest */

struct online_view {
    const rk_game *game; /* NULL: no game is shown */
    struct board_style style;
    struct terminal_size size;
    const char *names[2];
    int64_t left[2]; /* INT64_MAX without a clock */
    bool away[2];
    bool over;
    const char *title;  /* which game it is */
    const char *status; /* how it stands, and whether there is a connection */
    const struct online_log *log;
    const struct line *line;
};

void online_draw(const struct online_view *view, FILE *out);

#endif
