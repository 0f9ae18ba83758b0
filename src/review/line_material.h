/* SPDX-License-Identifier: MIT */
/* What a line wins and loses: the pieces that are gone when the captures are over. */
#ifndef REVIEW_LINE_MATERIAL_H
#define REVIEW_LINE_MATERIAL_H

#include "base/text.h"
#include "review/review.h"

struct line_material {
    int lost[RK_KIND_COUNT];   /* pieces of the side; negative: it has more, by promotion */
    int gained[RK_KIND_COUNT]; /* pieces of its opponent */
    bool opponent_promotes;
};

/* Plays `move` (RK_NO_MOVE: none) and then the line of `evaluation`, and counts what `side` loses
 * and gains up to the last position of it that is quiet: the side to move can win nothing. */
struct line_material line_material_count(const rk_position *start, rk_move move,
                                         const struct evaluation *evaluation, rk_side side);

/* Returns by how many pawns the side has more material than its opponent. */
int line_material_of_position(const rk_position *pos, rk_side side);

/* Returns the material balance in pawns: negative if the side loses material. */
int line_material_balance(const struct line_material *material);

/* Writes what the side loses: "a knight", "the exchange and a pawn", "the queen for a rook". The
 * balance is negative. */
void line_material_describe(const struct line_material *material, struct text *out);

/* Returns the same material from the opponent's point of view. */
struct line_material line_material_flip(const struct line_material *material);

#endif
