/* SPDX-License-Identifier: MIT */
/* A hand over the board: moved by the arrow keys, it takes a piece and puts it
 * on one of its targets. Knows no terminal. */
#ifndef TUI_CURSOR_H
#define TUI_CURSOR_H

#include "rookery/moves.h"

struct cursor {
    bool shown;
    rk_square at;    /* where it is */
    rk_square taken; /* where it took a piece from; RK_NO_SQUARE: it is empty */
    rk_square put;   /* where a pawn becomes something or a piece is dropped, while asking */
};

struct cursor cursor_hidden(void);

/* Moves it by columns to the right and rows down, as the board is seen. */
void cursor_move(struct cursor *hand, bool flipped, int columns, int rows);

/* What came of taking or putting. */
enum cursor_result {
    CURSOR_NO_PIECE, /* an empty square, a piece that cannot move: the hand stays empty */
    CURSOR_PICKED_UP,
    CURSOR_ILLEGAL,   /* the piece may not go there; it is still in the hand */
    CURSOR_ASKS_KIND, /* what shall the pawn become, or, from an empty hand, be dropped here? */
    CURSOR_MOVES      /* *out is the move */
};
enum cursor_result cursor_press(struct cursor *hand, const rk_position *pos, rk_move *out);

/* The kinds CURSOR_ASKS_KIND for, 1 << kind each, and the answer, the letter of one.
 * False if that cannot be. */
unsigned cursor_kinds(const struct cursor *hand, const rk_position *pos);
bool cursor_choose_kind(struct cursor *hand, const rk_position *pos, char letter, rk_move *out);

/* Lets go of the piece, or if there is none, goes away. */
void cursor_cancel(struct cursor *hand);

/* Where the piece in the hand may go. */
uint64_t cursor_targets(const struct cursor *hand, const rk_position *pos);

#endif
