/* SPDX-License-Identifier: MIT */
/* Composes the screen of a local game as one text: the board, captured pieces, clocks, moves, a
 * message, and the line being typed. */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include "tui/board.h"
#include "tui/cursor.h"
#include "tui/line_editor.h"
#include "tui/session.h"
#include "tui/terminal.h"

struct view {
    const struct session *session;
    const struct cursor *cursor;
    const struct line_editor *editor;
    struct board_style style;
    struct terminal_size size;
    const char *message;  /* may have several lines */
    bool is_error;        /* the message says why a line was refused */
    const char *question; /* replaces the prompt; NULL for none */
};

/* Whether the message does not fit below the board. It is then drawn alone, page by page. */
bool screen_needs_pages(const struct view *view);

void screen_draw(const struct view *view, FILE *out);

/* Draws the message from row `from` on; returns the first row of the next page, 0 if there is none.
 */
int screen_draw_page(const struct view *view, int from, FILE *out);

#endif
