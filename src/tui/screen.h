/* SPDX-License-Identifier: MIT */
/* Draws the screen of a local game: the board, the players, the moves, a message, the line being
 * typed and the keys; and finds what is at a place of it. */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include "tui/board_style.h"
#include "tui/canvas.h"
#include "tui/cursor.h"
#include "tui/key_line.h"
#include "tui/line_editor.h"
#include "tui/session.h"
#include "tui/terminal.h"

struct view {
    const struct session *session;
    const struct cursor *cursor;
    const struct line_editor *editor;
    struct board_style style;
    struct terminal_size size;
    const char *message;         /* may have several lines */
    bool is_error;               /* the message says why a line was refused */
    const char *question;        /* replaces the prompt; NULL for none */
    unsigned choices;            /* the kinds of piece to choose from, as bits 1 << kind */
    const struct key_hint *keys; /* what they do now */
};

/* Whether the message does not fit below the board. It is then drawn alone, page by page. */
bool screen_needs_pages(const struct view *view);

void screen_draw(const struct view *view, struct canvas *canvas);

/* Draws the message from row `from` on; returns the first row of the next page, 0 if there is none.
 */
int screen_draw_page(const struct view *view, int from, struct canvas *canvas);

/* What is at a row and column: a square, or a key to press instead. */
struct click_target {
    rk_square square; /* RK_NO_SQUARE: none */
    int key;          /* of keys.h; KEY_NONE: none */
};
struct click_target screen_target_at(const struct view *view, int row, int column);

#endif
