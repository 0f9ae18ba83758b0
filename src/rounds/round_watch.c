/* SPDX-License-Identifier: MIT */
#include "rounds/round_watch.h"

#include <stdio.h>

#include "rounds/player_presence.h"
#include "rounds/round.h"
#include "rounds/round_messages.h"
#include "rounds/timeouts.h"
#include "rounds/vacations.h"
#include "rounds/watchers.h"

/* A paused game waits for the player to move; if that is the engine, for its opponent. */
static bool resumes_for(const struct round *round, rk_side side)
{
    const rk_side turn = round_turn(round);
    return side == turn || game_info_engine_side(&round->info) == turn;
}

void round_watch(struct round *round, struct watcher *watcher, int64_t since)
{
    const rk_side side = watcher->side;
    watcher->round = round;
    round->used_at = round->server->now;
    if (side != RK_NO_SIDE)
        player_presence_join(round, side);
    watchers_add(watcher, since);
    if (side == RK_NO_SIDE || round_is_over(round))
        return; // the watcher may be gone already
    player_presence_send(round, watcher);
    if (round_is_paused(round) && resumes_for(round, side) && !round_is_busy(round) &&
        !vacation_stops_clock(round) && !round->server->stopping) {
        timeouts_resume(round);
        timeouts_schedule(round);
    }
}

void round_unwatch(struct watcher *watcher, bool on_purpose)
{
    struct round *round = watcher->round;
    if (!round)
        return;
    watchers_remove(watcher);
    if (watcher->side != RK_NO_SIDE)
        player_presence_leave(round, watcher->side, watcher->view, on_purpose);
    round->used_at = round->server->now;
}

void round_set_rematch(struct round *round, rk_side by, const char *next)
{
    round->rematch_by = by;
    snprintf(round->rematch, sizeof round->rematch, "%s", next);
    watchers_send_message(round, round_message_rematch(round));
}

void round_measure_lag(struct round *round, rk_side side, int64_t ping_ms, int64_t kernel_ms)
{
    struct lag *lag = &round->lag[side];
    if (lag->quota_max)
        lag_measure(lag, ping_ms, kernel_ms);
}
