/* SPDX-License-Identifier: MIT */
/* The board on a canvas: framed, with coordinates, and with squares as large as the room allows. */
#ifndef TUI_BOARD_VIEW_H
#define TUI_BOARD_VIEW_H

#include "tui/board_style.h"
#include "tui/canvas.h"

/* How the ranks are separated. */
enum board_form {
    FORM_BLOCKS, /* each square is a block of cells */
    FORM_HALVES, /* of two rows, and begins and ends in the middle of one, so that its piece is
                  * centred
                  */
    FORM_GRID    /* of two rows, with lines between: without colour */
};

/* Where the board is drawn. */
struct board_view {
    enum board_form form;
    int width, height; /* of a square */
    bool top_frame;
    int row, column;   /* of the top left corner of the frame */
    int rows, columns; /* of the whole */
};

/* The largest board for this room; false if there is none. Its corner is at 0, 0. */
bool board_view_fit(const struct board_style *style, int rows, int columns, struct board_view *out);

/* The smallest board, without a frame above it. */
struct board_view board_view_smallest(void);

void board_view_draw(struct canvas *canvas, const struct board_view *view, const rk_position *pos,
                     const struct board_style *style);

/* Draws one square somewhere else, with its top left corner at a row and column, as for a piece to
 * choose. */
void board_view_draw_piece(struct canvas *canvas, const struct board_view *view, rk_piece piece,
                           const struct board_style *style, int row, int column);

/* The square at a row and column of the canvas; RK_NO_SQUARE outside of the board. */
rk_square board_view_square(const struct board_view *view, bool flipped, int row, int column);

#endif
