/* SPDX-License-Identifier: MIT */
#include "puzzles/board_values.h"

#include "rules/attacks.h"
#include "rules/bits.h"

const int board_values[RK_KIND_COUNT + 1] = {
    [RK_PAWN] = 1,  [RK_KNIGHT] = 3, [RK_BISHOP] = 3, [RK_ROOK] = 5,
    [RK_QUEEN] = 9, [RK_KING] = 100, [RK_AMAZON] = 12};

int board_value_at(const rk_position *pos, int square)
{
    return board_values[rk_position_at(pos, (rk_square)square).kind];
}

int board_material_balance(const rk_position *pos, rk_side side)
{
    int balance = 0;
    for (int kind = RK_PAWN; kind < RK_KIND_COUNT; kind++)
        if (kind != RK_KING)
            balance += board_values[kind] * (popcount(pos->of[kind] & pos->by[side]) -
                                             popcount(pos->of[kind] & pos->by[other(side)]));
    return balance;
}

uint64_t board_attacks_from(const rk_position *pos, int square)
{
    const rk_piece piece = rk_position_at(pos, (rk_square)square);
    if (piece.kind == RK_NO_KIND)
        return 0;
    if (piece.kind == RK_PAWN)
        return pawn_attacks(piece.side, bit(square));
    return attacks(piece.kind, square, pos->by[RK_WHITE] | pos->by[RK_BLACK]);
}

bool board_is_loose(const rk_position *pos, int square)
{
    const rk_piece piece = rk_position_at(pos, (rk_square)square);
    const uint64_t attackers =
        rk_position_attackers(pos, (rk_square)square, rk_side_other(piece.side));
    if (attackers && !rk_position_attackers(pos, (rk_square)square, piece.side))
        return true;
    for (uint64_t set = attackers; set; set = without_lsb(set))
        if (board_value_at(pos, lsb(set)) < board_values[piece.kind])
            return true;
    return false;
}
