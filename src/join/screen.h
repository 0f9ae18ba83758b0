/* SPDX-License-Identifier: MIT */
/* Draws the screen of an online game: the board, both players with their clocks, the moves, the
 * latest messages, and the line being typed. */
#ifndef JOIN_SCREEN_H
#define JOIN_SCREEN_H

#include "rookery/game.h"
#include "tui/board_style.h"
#include "tui/canvas.h"
#include "tui/cursor.h"
#include "tui/line_editor.h"
#include "tui/terminal.h"

enum { MESSAGE_LOG_MAX = 200 };

/* The latest messages, the newest last. Initialize with zeros. */
struct message_log {
    char *lines[MESSAGE_LOG_MAX]; /* owned */
    size_t count;
};

void message_log_fini(struct message_log *log);
void message_log_add(struct message_log *log,
                     const char *line); /* drops the oldest if it is full */

struct online_screen {
    const rk_game *game; /* NULL: no board is drawn */
    struct board_style style;
    struct terminal_size size;
    const char *names[2];
    int64_t time_left[2]; /* INT64_MAX without a clock */
    bool absent[2];
    bool over;
    const struct cursor *cursor; /* the piece picked up with the mouse */
    unsigned choices;            /* the kinds of piece to choose from, as bits 1 << kind */
    const char *title;
    const char *short_title; /* without the id of the game */
    const char *status;
    const struct message_log *log;
    const struct line_editor *editor;
};

void online_screen_draw(const struct online_screen *screen, struct canvas *canvas);

/* What is at a row and column: a square, or a key to press instead. */
struct online_target {
    rk_square square; /* RK_NO_SQUARE: none */
    int key;          /* of keys.h; KEY_NONE: none */
};
struct online_target online_screen_target_at(const struct online_screen *screen, int row,
                                             int column);

#endif
