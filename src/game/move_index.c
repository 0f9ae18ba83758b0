/* SPDX-License-Identifier: MIT */
#include "game/move_index.h"

#include <stdlib.h>

#include "rookery/moves.h"

unsigned move_index_of(const rk_position *pos, rk_move move)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    unsigned index = 0;
    for (size_t i = 0; i < count; i++)
        index += moves[i] < move;
    return index;
}

static int compare_moves(const void *a, const void *b)
{
    return (int)*(const rk_move *)a - (int)*(const rk_move *)b;
}

rk_move move_index_find(const rk_position *pos, size_t index)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    if (index >= count)
        return RK_NO_MOVE;
    qsort(moves, count, sizeof *moves, compare_moves);
    return moves[index];
}
