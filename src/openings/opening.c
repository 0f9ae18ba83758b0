/* SPDX-License-Identifier: MIT */
#include "rookery/opening.h"

#include "openings/table.h"
#include "rookery/fen.h"

size_t rk_opening_count(void)
{
    return embedded_openings.count;
}

bool rk_opening_find(const rk_position *pos, rk_opening *out)
{
    return opening_table_find(&embedded_openings, pos, out);
}

void rk_opening_line_begin(rk_opening_line *line, const rk_position *start)
{
    const rk_position standard = rk_position_start(RK_STANDARD);
    *line = (rk_opening_line){.is_searched = start->variant == RK_STANDARD &&
                                             rk_position_same(start, &standard)};
}

void rk_opening_line_add(rk_opening_line *line, const rk_position *pos)
{
    line->plies++;
    if (line->is_searched && line->plies <= RK_OPENING_PLIES_MAX &&
        rk_opening_find(pos, &line->opening))
        line->ply = line->plies;
}

rk_opening_line rk_opening_of_moves(const rk_position *start, const rk_move *moves, size_t count)
{
    rk_opening_line line;
    rk_position pos = *start;
    rk_undo undo;
    rk_opening_line_begin(&line, start);
    for (size_t i = 0; i < count && line.is_searched && i < RK_OPENING_PLIES_MAX; i++) {
        if (moves[i] == RK_NO_MOVE)
            rk_position_pass(&pos, &undo);
        else
            rk_position_apply(&pos, moves[i], &undo);
        rk_opening_line_add(&line, &pos);
    }
    return line;
}
