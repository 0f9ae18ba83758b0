/* SPDX-License-Identifier: MIT */
/* A second, slow and simple implementation of the rules of every variant, to
 * compare src/rules with: letters on 64 squares, every piece tried on every
 * square, every move made on a copy and checked afterwards. It shares no code
 * with src/rules; where the two differ, one of them is wrong. */
#ifndef SUPPORT_SLOW_H
#define SUPPORT_SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/position.h"

struct slow {
    rk_variant variant;
    int turn;            /* 0 White, 1 Black */
    char at[64];         /* a1 first; capitals are White's, '.' is empty */
    bool was_pawn[64];   /* crazyhouse */
    bool may_castle[64]; /* rooks that may castle */
    int en_passant;      /* the square a pawn has just passed over, or -1 */
    int pocket[2][8];    /* crazyhouse, in the order of rk_kind */
    int checks_left[2];
    unsigned halfmove_clock, move_number;
};

struct slow slow_from(const rk_position *pos);

/* The legal moves; `out` has room for RK_MOVES_MAX. */
size_t slow_moves(const struct slow *s, rk_move *out);
void slow_apply(struct slow *s, rk_move move);

/* Whether the side to move is in check. */
bool slow_in_check(const struct slow *s);

/* Whether `pos` is the same position, counters included. */
bool slow_matches(const struct slow *s, const rk_position *pos);

uint64_t slow_perft(const struct slow *s, int depth);

#endif
