/* SPDX-License-Identifier: MIT */
#include "rounds/roundtime.h"

enum { CHESS960_MORE = 3, CHESS960_LESS = 2 }; /* half as long again, to look at the start */

rk_side round_turn(const struct round *round)
{
    return rk_position_turn(rk_game_position(round->game));
}

bool round_is_over(const struct round *round)
{
    return rk_status_is_over(rk_game_status(round->game));
}

bool round_is_paused(const struct round *round)
{
    return rk_game_status(round->game) == RK_PAUSED;
}

bool round_clock_runs(const struct round *round)
{
    const rk_clock *clock = rk_game_clock(round->game);
    return clock->rule.kind != RK_CLOCK_NONE && clock->running && !clock->paused &&
           !round_is_over(round);
}

bool round_is_clocked(const struct round *round)
{
    const rk_clock_kind kind = round->info.settings.clock.kind;
    return kind != RK_CLOCK_NONE && kind != RK_CLOCK_DAYS;
}

int64_t round_forgiven(const struct round *round, int64_t at)
{
    const bool stalled = round->stalled_since && at > round->stalled_since;
    return round->forgiven + (stalled ? at - round->stalled_since : 0);
}

int64_t round_thought(const struct round *round, int64_t at)
{
    const int64_t elapsed = rk_clock_elapsed(rk_game_clock(round->game), at);
    const int64_t forgiven = round_forgiven(round, at);
    return elapsed > forgiven ? elapsed - forgiven : 0;
}

static int64_t left_at(const struct round *round, unsigned side, int64_t at, int64_t grace)
{
    const int64_t charged = at - round_forgiven(round, at) - grace;
    return rk_clock_left(rk_game_clock(round->game), (rk_side)side, charged);
}

int64_t round_left(const struct round *round, unsigned side)
{
    return left_at(round, side, round->server->now, 0);
}

bool round_flag_is_down(const struct round *round, int64_t at, int64_t grace)
{
    return round_clock_runs(round) && left_at(round, round_turn(round), at, grace) <= 0;
}

int64_t round_flag_falls(const struct round *round)
{
    if (!round_clock_runs(round) || round->stalled_since)
        return INT64_MAX;
    const int64_t now = round->server->now;
    const rk_side side = round_turn(round);
    int64_t left = left_at(round, side, now, lag_grace(&round->seats[side].lag));
    if (left <= 0)
        return now;
    // While a delay runs, or what is forgiven, the clock stands still: look again then.
    while (left_at(round, side, now + left, lag_grace(&round->seats[side].lag)) > 0)
        left += left_at(round, side, now + left, lag_grace(&round->seats[side].lag));
    return now + left;
}

static bool is_between_people(const struct round *round)
{
    const struct identity *players = round->info.players;
    return players[RK_WHITE].role != ROLE_BOT && players[RK_BLACK].role != ROLE_BOT &&
           game_info_engine_side(&round->info) == 2;
}

int64_t round_first_move_ms(const struct round *round)
{
    const struct game_settings *settings = &round->info.settings;
    if (!round_is_clocked(round) || !is_between_people(round))
        return 0;
    const int64_t usual = round->server->config.first_move_ms[game_settings_speed(settings)];
    return settings->variant == RK_CHESS960 ? usual * CHESS960_MORE / CHESS960_LESS : usual;
}

int64_t round_first_move_by(const struct round *round)
{
    const rk_status status = rk_game_status(round->game);
    const int64_t allowed = round_first_move_ms(round);
    if ((status != RK_CREATED && status != RK_OPENED) || allowed <= 0 || round->stalled_since)
        return INT64_MAX;
    return round->deadline_from + allowed;
}

int64_t round_lag_compensation(const struct round *round, unsigned side)
{
    return round->seats[side].lag.granted;
}
