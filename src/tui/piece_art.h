/* SPDX-License-Identifier: MIT */
/* The pieces as pictures made of block characters, for squares of several sizes. */
#ifndef TUI_PIECE_ART_H
#define TUI_PIECE_ART_H

#include <stdbool.h>

#include "rookery/piece.h"

/* The character for a column and row of the picture for squares of this height, 3 to 6 or a
 * multiple of that, which are twice as wide; NULL if it is blank there. A piece that is not filled
 * shows its outline only. */
const char *piece_art_glyph(rk_kind kind, int height, int row, int column, bool filled);

/* The dot that marks an empty square as a target. */
const char *piece_art_dot(int height, int row, int column);

#endif
