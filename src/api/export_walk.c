/* SPDX-License-Identifier: MIT */
#include "api/export_walk.h"

#include "record/game_moves.h"

enum { HIDDEN_PLIES = 3, ALWAYS_VISIBLE_PLIES = 5 };

static const struct event *next_logged_move(struct export_walk *walk)
{
    const struct journal *journal = walk->exported->journal;
    while (journal && walk->entry < journal->count) {
        const struct event *event = &journal->events[walk->entry++];
        if (event->kind == EVENT_ACTION && event->action.kind == RK_ACT_MOVE)
            return event;
    }
    return NULL;
}

bool export_next_ply(struct export_walk *walk, struct exported_ply *out)
{
    const rk_game *game = walk->exported->game;
    while (walk->plies < walk->exported->plies && walk->action < rk_game_length(game)) {
        const size_t index = walk->action++;
        const rk_action *action = rk_game_action(game, index);
        if (action->kind != RK_ACT_MOVE)
            continue;
        walk->plies++;
        *out = (struct exported_ply){.before = rk_game_position_before(game, index),
                                     .action = action,
                                     .index = index,
                                     .entry = next_logged_move(walk)};
        return true;
    }
    return false;
}

size_t export_visible_plies(const rk_game *game, bool is_player)
{
    if (is_player || rk_status_is_over(rk_game_status(game)))
        return SIZE_MAX;
    const size_t count = game_plies(game);
    return count > ALWAYS_VISIBLE_PLIES + HIDDEN_PLIES ? count - HIDDEN_PLIES
                                                       : ALWAYS_VISIBLE_PLIES;
}
