/* SPDX-License-Identifier: MIT */
#include "puzzles/puzzle.h"

#include "rookery/outcome.h"

bool puzzle_is_mate(const struct puzzle *puzzle)
{
    return rk_position_outcome(&puzzle->positions[puzzle->move_count]).end == RK_CHECKMATE;
}
