/* SPDX-License-Identifier: MIT */
#include "tui/undo.h"

static bool is_step(const rk_game *game, size_t index)
{
    switch (rk_game_action(game, index)->kind) {
    case RK_ACT_OFFER_DRAW:
    case RK_ACT_DECLINE_DRAW:
    case RK_ACT_WITHDRAW_DRAW:
    case RK_ACT_PAUSE:
    case RK_ACT_RESUME:
    case RK_ACT_ADD_TIME:
    case RK_ACT_START_CLOCK:
        return false;
    default:
        return true;
    }
}

unsigned long undo_count(const rk_game *game)
{
    unsigned long steps = 0;
    for (size_t i = 0; i < rk_game_length(game); i++)
        steps += is_step(game, i);
    return steps;
}

rk_err undo_step(rk_game *game)
{
    bool done = false;
    rk_err err = RK_OK;
    while (!err && !done && rk_game_length(game)) {
        done = is_step(game, rk_game_length(game) - 1);
        err = rk_game_undo(game);
    }
    return err;
}

rk_err redo_step(rk_game *game)
{
    bool done = false;
    rk_err err = RK_OK;
    while (!err && !done && rk_game_redo_count(game)) {
        err = rk_game_redo(game);
        done = is_step(game, rk_game_length(game) - 1);
    }
    return err;
}
