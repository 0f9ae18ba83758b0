/* SPDX-License-Identifier: MIT */
/* Detectors of checkmates. */
#include "puzzles/tactics.h"
#include "rules/attacks.h"
#include "rules/bits.h"

static const rk_position *last_position(const struct puzzle *puzzle)
{
    return &puzzle->positions[puzzle->move_count];
}

bool is_mate(const struct puzzle *puzzle)
{
    return puzzle_is_mate(puzzle);
}

/* The king on its back rank is mated along it, and cannot step ahead: its own pieces or attacks of
 * the solver are in the way, own pieces on at least one square. */
bool is_back_rank_mate(const struct puzzle *puzzle)
{
    const rk_position *pos = last_position(puzzle);
    const rk_side loser = (rk_side)pos->turn;
    const uint64_t king = pos->of[RK_KING] & pos->by[loser], back = rank(loser, 1);
    const uint64_t checkers = rk_position_checkers(pos);
    if (!puzzle_is_mate(puzzle) || !(king & back) || popcount(checkers) != 1)
        return false;
    const uint64_t sliders = pos->of[RK_ROOK] | pos->of[RK_QUEEN] | pos->of[RK_AMAZON];
    const uint64_t ahead_squares = attacks(RK_KING, lsb(king), 0) & rank(loser, 2);
    return checkers & back & sliders && ahead_squares & pos->by[loser];
}

/* A knight mates a king that its own pieces surround. */
bool is_smothered_mate(const struct puzzle *puzzle)
{
    const rk_position *pos = last_position(puzzle);
    const uint64_t own = pos->by[pos->turn], king = pos->of[RK_KING] & own;
    return puzzle_is_mate(puzzle) && rk_position_checkers(pos) & pos->of[RK_KNIGHT] &&
           !(attacks(RK_KING, lsb(king), 0) & ~own);
}

bool has_double_check(const struct puzzle *puzzle)
{
    for (size_t i = 1; i <= puzzle->move_count; i += 2)
        if (popcount(rk_position_checkers(&puzzle->positions[i])) > 1)
            return true;
    return false;
}
