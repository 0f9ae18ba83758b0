/* SPDX-License-Identifier: MIT */
#include "review/table_result.h"

#include <stdlib.h>

#include "rookery/engine.h"

enum { FIFTY_MOVES = 100 }; /* plies */

/* For the side to move: 1, 0 or -1. Without the table of distances every win is in time. */
static int result_for_mover(rk_tablebase *tablebase, const rk_position *pos, rk_wdl wdl)
{
    int distance;
    if (wdl != RK_WIN && wdl != RK_LOSS)
        return 0;
    if (rk_tablebase_dtz(tablebase, pos, &distance) &&
        abs(distance) + pos->halfmove_clock > FIFTY_MOVES)
        return 0;
    return wdl == RK_WIN ? 1 : -1;
}

void table_result_find(rk_tablebase *tablebase, const rk_position *pos,
                       struct evaluation *evaluation)
{
    rk_wdl wdl;
    if (!tablebase || !rk_tablebase_wdl(tablebase, pos, &wdl))
        return;
    const int result = result_for_mover(tablebase, pos, wdl);
    evaluation->in_tables = true;
    evaluation->table_result = (signed char)(rk_position_turn(pos) == RK_WHITE ? result : -result);
    if (!result || !score_is_mate(evaluation->score))
        evaluation->score = evaluation->table_result * (RK_TABLE_WIN - 1);
}
