/* SPDX-License-Identifier: MIT */
#include "record/replay.h"

#include <stdio.h>

static rk_err refuse_entry(size_t index, const char *why, rk_fault *fault)
{
    if (fault) {
        *fault = (rk_fault){.err = RK_BAD_RECORD, .offset = index};
        snprintf(fault->text, sizeof fault->text, "entry %zu of the log: %.120s", index + 1, why);
    }
    return RK_BAD_RECORD;
}

/* The log has the clocks after each action: if replaying gives others, the log is wrong. */
static bool clocks_agree(const rk_game *game, const struct event *event)
{
    const rk_clock *clock = rk_game_clock(game);
    return rk_clock_left(clock, RK_WHITE, event->action.at) == event->left[RK_WHITE] &&
           rk_clock_left(clock, RK_BLACK, event->action.at) == event->left[RK_BLACK];
}

rk_err replay_event(const struct game_info *info, rk_game *game, const struct event *event,
                    size_t index, rk_fault *fault)
{
    rk_fault why = {.text = ""};
    // The clocks of an imported game are what its PGN says, not what our clock would show.
    const bool checks_clocks = info->source != SOURCE_IMPORT;
    if (event->kind != EVENT_ACTION)
        return RK_OK;
    const rk_err err = rk_game_play(game, event->action, &why);
    if (err == RK_NO_MEMORY)
        return err;
    if (err)
        return refuse_entry(index, why.text, fault);
    if (checks_clocks && !clocks_agree(game, event))
        return refuse_entry(index, "the clocks differ from those in the log", fault);
    return RK_OK;
}

rk_err replay_game(const struct game_info *info, const struct journal *journal, rk_game **out,
                   rk_fault *fault)
{
    rk_game *game;
    rk_game_setup setup = {.start = info->settings.start};
    if (info->source != SOURCE_IMPORT)
        setup.clock = info->settings.clock;
    rk_err err = rk_game_create(&setup, &game);
    if (err == RK_NO_MEMORY)
        return err;
    if (err)
        return refuse_entry(0, rk_err_text(err), fault);
    for (size_t i = 0; !err && i < journal->count; i++)
        err = replay_event(info, game, &journal->events[i], i, fault);
    if (err)
        rk_game_destroy(game);
    else
        *out = game;
    return err;
}
