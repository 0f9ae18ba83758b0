/* SPDX-License-Identifier: MIT */
/* What is drawn beside or around the board: the players with their clocks and captured pieces, and
 * the moves. */
#ifndef TUI_PANEL_H
#define TUI_PANEL_H

#include "tui/board_style.h"
#include "tui/canvas.h"

struct panel_player {
    const char *name;
    const char *note;  /* after the name: "thinking", "left"; "" for none */
    int64_t time_left; /* milliseconds; INT64_MAX without a clock */
};

struct panel {
    const rk_game *game;
    const struct board_style *style;
    struct panel_player players[2];
    const char *title;       /* the variant, the time control */
    const char *short_title; /* for a panel that is too narrow for the title; NULL: cut that */
    bool over;
};

enum { PANEL_WIDTH_MIN = 24, PANEL_WIDTH_MAX = 60, PANEL_ROWS_MIN = 8 };

/* Draws the players above and below the moves, in `rows` rows. */
void panel_draw(const struct panel *panel, struct canvas *canvas, int row, int column, int rows,
                int width);

/* Draws one player in one row, for a window without room beside the board. */
void panel_draw_player(const struct panel *panel, rk_side side, struct canvas *canvas, int row,
                       int column, int width);

#endif
