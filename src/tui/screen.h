/* SPDX-License-Identifier: MIT */
/* The whole screen of a game, composed as one text to be written at once: the
 * board, who took what, the clocks, the moves, a message and the line typed. */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include "tui/board.h"
#include "tui/cursor.h"
#include "tui/line_editor.h"
#include "tui/session.h"
#include "tui/terminal.h"

struct view {
    const struct session *session;
    const struct cursor *hand;
    const struct line_editor *line;
    struct board_style style; /* what can be shown, and from which side */
    struct terminal_size size;
    const char *message;  /* may have many lines */
    bool refused;         /* the message is a refusal */
    const char *question; /* asked in place of the prompt; NULL for none */
};

/* A message too long for the place below the board is shown alone, in pages. */
bool screen_needs_pages(const struct view *view);

void screen_draw(const struct view *view, FILE *out);

/* Shows the message from line `from` on; returns the first line that found no
 * place, 0 if all did. */
int screen_draw_page(const struct view *view, int from, FILE *out);

#endif
