/* SPDX-License-Identifier: MIT */
/* The board as lines of text. board_view.h draws it on the full screen. */
#ifndef TUI_BOARD_H
#define TUI_BOARD_H

#include "tui/board_style.h"

/* Prints eight ranks with coordinates and, if the variant has them, the pockets and the checks
 * left.
 */
void board_draw(const rk_position *pos, const struct board_style *style, FILE *out);

#endif
