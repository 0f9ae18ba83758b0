/* SPDX-License-Identifier: MIT */
#include "tui/undo.h"

#include "tui/report.h"

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

static rk_side turn_at(const rk_game *game, size_t length)
{
    return rk_position_turn(length < rk_game_length(game) ? rk_game_position_before(game, length)
                                                          : rk_game_position(game));
}

/* The length without the last step and what follows it. Without a step, draw offers are all there
 * is to take back. */
static size_t without_step(const rk_game *game, size_t length)
{
    while (length && !is_step(game, length - 1))
        length--;
    return length ? length - 1 : 0;
}

/* False if the log has no earlier turn of this side. */
static bool go_back(const rk_game *game, rk_side side, size_t *length)
{
    size_t at = *length;
    do {
        if (!at)
            return false;
        at = without_step(game, at);
    } while (side != RK_NO_SIDE && turn_at(game, at) != side);
    *length = at;
    return true;
}

unsigned long undo_plan(const rk_game *game, rk_side side, unsigned long count, size_t *length)
{
    unsigned long found = 0;
    *length = rk_game_length(game);
    while (found < count && go_back(game, side, length))
        found++;
    return found;
}

rk_err undo_to(rk_game *game, size_t length, FILE *out)
{
    const char *separator = "";
    while (rk_game_length(game) > length) {
        const size_t last = rk_game_length(game) - 1;
        if (is_step(game, last) || last == length) {
            fputs(separator, out);
            report_action(game, last, out);
            separator = ", ";
        }
        const rk_err err = rk_game_undo(game);
        if (err)
            return err;
    }
    return RK_OK;
}

static rk_err redo_step(rk_game *game)
{
    bool done = false;
    rk_err err = RK_OK;
    while (!err && !done && rk_game_redo_count(game)) {
        err = rk_game_redo(game);
        done = is_step(game, rk_game_length(game) - 1);
    }
    return err;
}

rk_err redo_turn(rk_game *game, rk_side side, FILE *out)
{
    const char *separator = "";
    do {
        const rk_err err = redo_step(game);
        if (err)
            return err;
        fputs(separator, out);
        report_action(game, rk_game_length(game) - 1, out);
        separator = ", ";
    } while (side != RK_NO_SIDE && rk_game_redo_count(game) &&
             rk_position_turn(rk_game_position(game)) != side);
    return RK_OK;
}
