/* SPDX-License-Identifier: MIT */
/* The screen of a game played elsewhere: the board, both players with their clocks,
 * the moves, what was said lately, and the line typed. */
#ifndef JOIN_SCREEN_H
#define JOIN_SCREEN_H

#include "rookery/game.h"
#include "tui/board.h"
#include "tui/line_editor.h"
#include "tui/terminal.h"

enum { MESSAGE_LOG_MAX = 200 };

/* What was said lately, the newest last. Begins as all zeros. */
struct message_log {
    char *lines[MESSAGE_LOG_MAX]; /* owned */
    size_t count;
};

void message_log_fini(struct message_log *log);
void message_log_add(struct message_log *log, const char *line); /* forgets the oldest */

struct online_screen {
    const rk_game *game; /* NULL: no game is shown */
    struct board_style style;
    struct terminal_size size;
    const char *names[2];
    int64_t left[2]; /* INT64_MAX without a clock */
    bool away[2];
    bool over;
    const char *title;  /* which game it is */
    const char *status; /* how it stands, and whether there is a connection */
    const struct message_log *log;
    const struct line_editor *line;
};

void online_screen_draw(const struct online_screen *view, FILE *out);

#endif
