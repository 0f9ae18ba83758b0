/* SPDX-License-Identifier: MIT */
#include "rounds/round_clock.h"

#include "base/milliseconds.h"
#include "rounds/round.h"
#include "rounds/round_internal.h"

bool round_clock_is_running(const struct round *round)
{
    const rk_clock *clock = rk_game_clock(round->game);
    return clock->control.kind != RK_CLOCK_NONE && clock->running && !clock->paused &&
           !round_is_over(round);
}

int64_t round_clock_uncharged(const struct round *round, int64_t at)
{
    const bool stalled = round->stalled_since && at > round->stalled_since;
    return round->uncharged + (stalled ? at - round->stalled_since : 0);
}

int64_t round_clock_thinking_time(const struct round *round, int64_t at)
{
    const int64_t elapsed = rk_clock_elapsed(rk_game_clock(round->game), at);
    const int64_t uncharged = round_clock_uncharged(round, at);
    return elapsed > uncharged ? elapsed - uncharged : 0;
}

static int64_t left_at(const struct round *round, rk_side side, int64_t at, int64_t grace)
{
    const int64_t charged = at - round_clock_uncharged(round, at) - grace;
    return rk_clock_left(rk_game_clock(round->game), side, charged);
}

int64_t round_clock_left(const struct round *round, rk_side side)
{
    return left_at(round, side, round->server->now, 0);
}

bool round_clock_is_flagged(const struct round *round, int64_t at, int64_t grace)
{
    return round_clock_is_running(round) && left_at(round, round_turn(round), at, grace) <= 0;
}

int64_t round_clock_flag_time(const struct round *round)
{
    if (!round_clock_is_running(round) || round->stalled_since)
        return INT64_MAX;
    const int64_t now = round->server->now;
    const rk_side side = round_turn(round);
    const int64_t grace = lag_grace(&round->lag[side]);
    int64_t wait = left_at(round, side, now, grace);
    if (wait <= 0)
        return now;
    // The clock does not run during a delay and during uncharged time, so some time may be left
    // even then: wait for that too.
    for (int64_t left; (left = left_at(round, side, now + wait, grace)) > 0;)
        wait += left;
    return now + wait;
}

static bool is_between_people(const struct round *round)
{
    const struct identity *players = round->info.players;
    return players[RK_WHITE].role != ROLE_BOT && players[RK_BLACK].role != ROLE_BOT &&
           game_info_engine_side(&round->info) == RK_NO_SIDE;
}

int64_t round_clock_first_move_limit(const struct round *round)
{
    const struct game_settings *settings = &round->info.settings;
    // The organizer of a bulk pairing starts the clocks.
    if (!round_has_clock(round) || !is_between_people(round) || round->info.source == SOURCE_API)
        return 0;
    const int64_t usual = round->server->config.first_move_ms[game_settings_speed(settings)];
    return settings->variant == RK_CHESS960 ? usual * 3 / 2 : usual; // time to study the start
}

int64_t round_clock_first_move_deadline(const struct round *round)
{
    const int64_t limit = round_clock_first_move_limit(round);
    const rk_status status = rk_game_status(round->game);
    if ((status != RK_CREATED && status != RK_OPENED) || limit <= 0 || round->stalled_since)
        return INT64_MAX;
    return round->first_move_from + limit;
}

bool round_is_active(const struct round *round)
{
    enum { ACTIVE_MS = 10 * MINUTE_MS };
    return (round_has_clock(round) && round_clock_is_running(round)) ||
           round->server->now - round_last_action_at(round) < ACTIVE_MS;
}
