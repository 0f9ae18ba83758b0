/* SPDX-License-Identifier: MIT */
/* Divides a window between the board, the players, the moves and the rows of text below. */
#ifndef TUI_SCREEN_LAYOUT_H
#define TUI_SCREEN_LAYOUT_H

#include "tui/board_view.h"
#include "tui/panel.h"
#include "tui/terminal.h"

/* Rows and columns are counted from 0; -1: there is no room for it. */
struct screen_layout {
    struct board_view board;
    int left;                        /* the first column of everything */
    int panel_column, panel_width;   /* beside the board */
    int upper_player, lower_player;  /* rows, if there is no room beside the board */
    int text, text_rows, text_width; /* below the board: status and messages */
    int prompt, keys;
};

/* The smallest window with a board. */
enum { SCREEN_ROWS_MIN = 11, SCREEN_COLUMNS_MIN = 27 };

/* `text_rows` is the number of rows to keep for the text; less in the smallest windows. False if
 * the window is too small for a board. */
bool screen_layout_compute(const struct board_style *style, struct terminal_size size,
                           int text_rows, struct screen_layout *out);

/* The same without a board. */
void screen_layout_without_board(struct terminal_size size, struct screen_layout *out);

/* Draws the board, the players and the moves. */
void screen_layout_draw_game(const struct screen_layout *layout, const struct panel *panel,
                             struct canvas *canvas);

/* Draws text, wrapped, from a row of the text on. */
void screen_layout_draw_text(const struct screen_layout *layout, const char *text, int row,
                             int rows, struct text_style style, struct canvas *canvas);

/* Says that the window is too small, and which size is needed. */
void screen_layout_draw_too_small(struct canvas *canvas);

#endif
