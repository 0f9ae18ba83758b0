/* SPDX-License-Identifier: MIT */
#include "rounds/round_watch.h"

#include <stdio.h>
#include <string.h>

#include "rounds/owner_client.h"
#include "rounds/player_presence.h"
#include "rounds/replica_link.h"
#include "rounds/round.h"
#include "rounds/round_messages.h"
#include "rounds/round_updates.h"
#include "rounds/timeouts.h"
#include "rounds/vacations.h"
#include "rounds/watchers.h"

/* A paused game waits for the player to move; if that is the engine, for its opponent. */
static bool resumes_for(const struct round *round, rk_side side)
{
    const rk_side turn = round_turn(round);
    return side == turn || game_info_engine_side(&round->info) == turn;
}

static void resume_for(struct round *round, rk_side side)
{
    if (round_is_paused(round) && resumes_for(round, side) && !round_is_busy(round) &&
        !vacation_stops_clock(round) && !round_is_leaving(round)) {
        timeouts_resume(round);
        timeouts_schedule(round);
    }
}

void round_player_arrived(struct round *round, rk_side side)
{
    player_presence_join(round, side);
    if (!round_is_over(round))
        resume_for(round, side);
}

void round_watch(struct round *round, struct watcher *watcher, int64_t since)
{
    const rk_side side = watcher->side;
    watcher->round = round;
    round->used_at = round->server->now;
    if (side != RK_NO_SIDE && round->replica)
        replica_player_arrived(round, side);
    else if (side != RK_NO_SIDE)
        player_presence_join(round, side);
    watchers_add(watcher, since);
    if (side == RK_NO_SIDE || round_is_over(round))
        return; // the watcher may be gone already
    player_presence_send(round, watcher);
    if (!round->replica)
        resume_for(round, side);
}

void round_unwatch(struct watcher *watcher, bool on_purpose)
{
    struct round *round = watcher->round;
    if (!round)
        return;
    watchers_remove(watcher);
    if (watcher->side != RK_NO_SIDE && round->replica)
        replica_player_left(round, watcher->side, watcher->view == VIEW_STREAM, on_purpose);
    else if (watcher->side != RK_NO_SIDE)
        player_presence_leave(round, watcher->side, watcher->view, on_purpose);
    round->used_at = round->server->now;
}

/* The owner notifies all nodes, including this one. */
static void send_rematch_to_owner(struct round *round, rk_side by, const char *next)
{
    struct owner_request request = {.kind = REQUEST_REMATCH, .rematch_by = by};
    memcpy(request.game, round->info.id, sizeof request.game);
    snprintf(request.rematch, sizeof request.rematch, "%s", next);
    owner_client_send(round->server, &request, true, NULL, NULL);
}

void round_set_rematch(struct round *round, rk_side by, const char *next)
{
    if (replica_is_remote(round)) {
        send_rematch_to_owner(round, by, next);
        return;
    }
    round->rematch_by = by;
    snprintf(round->rematch, sizeof round->rematch, "%s", next);
    watchers_send_message(round, round_message_rematch(round));
    updates_send(round, round->journal.count);
}

void round_measure_lag(struct round *round, rk_side side, int64_t ping_ms, int64_t kernel_ms)
{
    struct lag *lag = &round->lag[side];
    if (round->replica)
        replica_measure_lag(round, side, ping_ms, kernel_ms);
    else if (lag->quota_max)
        lag_measure(lag, ping_ms, kernel_ms);
}
