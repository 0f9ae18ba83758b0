/* SPDX-License-Identifier: MIT */
/* A box over the board with the pieces to choose from, for a promotion or a drop. */
#ifndef TUI_CHOICE_BOX_H
#define TUI_CHOICE_BOX_H

#include "tui/board_view.h"

struct choice_box {
    const struct board_view *board;
    const struct board_style *style;
    rk_side side;
    unsigned kinds; /* bits 1 << kind */
    const char *title;
};

void choice_box_draw(const struct choice_box *box, struct canvas *canvas);

/* The letter of the piece at a row and column; KEY_ESCAPE outside of the box. */
int choice_box_key_at(const struct choice_box *box, int row, int column);

#endif
