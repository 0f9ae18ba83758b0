/* SPDX-License-Identifier: MIT */
/* Draws the moves of a game as on a score sheet. */
#ifndef TUI_MOVE_LIST_H
#define TUI_MOVE_LIST_H

#include "rookery/game.h"
#include "tui/canvas.h"

struct move_list {
    const rk_game *game;
    int row, column, rows, width;              /* where to draw it */
    struct text_style number, move, last_move; /* how the parts look */
};

/* Draws the last moves that fit, in columns from left to right. */
void move_list_draw(const struct move_list *list, struct canvas *canvas);

#endif
