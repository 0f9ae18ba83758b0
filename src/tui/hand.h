/* SPDX-License-Identifier: MIT */
/* A hand over the board: moved by the arrow keys, it takes a piece and puts it
 * on one of its targets. Knows no terminal. */
#ifndef TUI_HAND_H
#define TUI_HAND_H

#include "rookery/moves.h"

struct hand {
    bool shown;
    rk_square at;    /* where it is */
    rk_square taken; /* where it took a piece from; RK_NO_SQUARE: it is empty */
    rk_square put;   /* where a pawn becomes something or a piece is dropped, while asking */
};

struct hand hand_empty(void);

/* Moves it by columns to the right and rows down, as the board is seen. */
void hand_move(struct hand *hand, bool flipped, int columns, int rows);

/* What came of taking or putting. */
enum hand_result {
    HAND_NOTHING, /* an empty square, a piece that cannot move: the hand stays empty */
    HAND_TOOK,
    HAND_CANNOT, /* the piece may not go there; it is still in the hand */
    HAND_ASKS,   /* what shall the pawn become, or, from an empty hand, be dropped here? */
    HAND_PLAYS   /* *out is the move */
};
enum hand_result hand_press(struct hand *hand, const rk_position *pos, rk_move *out);

/* The kinds HAND_ASKS for, 1 << kind each, and the answer, the letter of one.
 * False if that cannot be. */
unsigned hand_kinds(const struct hand *hand, const rk_position *pos);
bool hand_choose(struct hand *hand, const rk_position *pos, char letter, rk_move *out);

/* Lets go of the piece, or if there is none, goes away. */
void hand_cancel(struct hand *hand);

/* Where the piece in the hand may go. */
uint64_t hand_targets(const struct hand *hand, const rk_position *pos);

#endif
