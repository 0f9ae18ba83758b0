/* SPDX-License-Identifier: MIT */
#include "explorer/game_opening.h"

#include "rookery/moves.h"

rk_opening_line game_opening(const struct database *database, const struct database_game *game)
{
    rk_opening_line line = {.ply = 0};
    rk_position pos;
    rk_undo undo;
    if (!database_start(database, game->start, &pos))
        return line;
    rk_opening_line_begin(&line, &pos);
    for (uint32_t ply = 0; line.is_searched && ply < game->plies && ply < RK_OPENING_PLIES_MAX;
         ply++) {
        const rk_move move = database_move(game, ply);
        if (!rk_moves_legal(&pos, move))
            break;
        rk_position_apply(&pos, move, &undo);
        rk_opening_line_add(&line, &pos);
    }
    return line;
}
