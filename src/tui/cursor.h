/* SPDX-License-Identifier: MIT */
/* The cursor on the board: the arrow keys move it, Enter picks up a piece and puts it on a target.
 * Independent of the terminal. */
#ifndef TUI_CURSOR_H
#define TUI_CURSOR_H

#include "rookery/moves.h"

struct cursor {
    bool visible;
    rk_square square;
    rk_square from; /* of the picked-up piece; RK_NO_SQUARE: none */
};

struct cursor cursor_hidden(void);

/* Moves it by columns to the right and rows down, as seen on the screen. A hidden cursor only
 * becomes visible. */
void cursor_move(struct cursor *cursor, bool flipped, int columns, int rows);

enum cursor_result {
    CURSOR_NO_PIECE, /* no piece here can move, or the piece was put back */
    CURSOR_PICKED_UP,
    CURSOR_ILLEGAL,   /* the picked-up piece cannot go here; it is still picked up */
    CURSOR_ASKS_KIND, /* ask for the piece to promote to or, if none is picked up, to drop here */
    CURSOR_MOVES      /* *out is the move */
};

/* Picks up the piece under the cursor, or puts the picked-up one down. */
enum cursor_result cursor_press(struct cursor *cursor, const rk_position *pos, rk_move *out);

/* After CURSOR_ASKS_KIND: the possible kinds, as bits 1 << kind, and the move for the letter of a
 * kind. False if that kind is not possible. */
unsigned cursor_kinds(const struct cursor *cursor, const rk_position *pos);
bool cursor_choose_kind(struct cursor *cursor, const rk_position *pos, char letter, rk_move *out);

/* Puts the picked-up piece back; without one, hides the cursor. */
void cursor_cancel(struct cursor *cursor);

/* The legal targets of the picked-up piece. */
uint64_t cursor_targets(const struct cursor *cursor, const rk_position *pos);

#endif
