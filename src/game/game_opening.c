/* SPDX-License-Identifier: MIT */
#include "rookery/game.h"

rk_opening_line rk_game_opening(const rk_game *game)
{
    rk_opening_line line;
    bool has_move = false; // the position before the first move is the start
    rk_opening_line_begin(&line, rk_game_start(game));
    for (size_t i = 0; i < rk_game_length(game) && line.plies < RK_OPENING_PLIES_MAX; i++) {
        if (rk_game_action(game, i)->kind != RK_ACT_MOVE)
            continue;
        if (has_move)
            rk_opening_line_add(&line, rk_game_position_before(game, i));
        has_move = true;
    }
    if (has_move && line.plies < RK_OPENING_PLIES_MAX)
        rk_opening_line_add(&line, rk_game_position(game));
    return line;
}
