/* SPDX-License-Identifier: MIT */
#include "rounds/clock_commands.h"

#include "base/milliseconds.h"
#include "rounds/lag.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/timeouts.h"
#include "social/person_cache.h"

enum { ADD_TIME_DEFAULT_S = 15 };
static const int64_t ADD_TIME_UP_TO_MS = INT64_C(2) * HOUR_MS;

void execute_flag(struct execution *exec)
{
    const rk_side turn = round_turn(exec->round);
    const int64_t grace = exec->side == turn ? 0 : lag_grace(&exec->round->lag[turn]);
    if (!round_clock_is_flagged(exec->round, exec->at, grace)) {
        execution_refuse(exec, REFUSED_NOT_NOW, rk_err_text(RK_NOT_FLAGGED));
        return;
    }
    const rk_err err = timeouts_play_flag(exec->transaction, grace, &exec->fault);
    if (err)
        execution_refuse_error(exec, err);
    else
        execution_commit(exec);
}

static unsigned clamp_seconds(unsigned seconds)
{
    if (!seconds)
        return ADD_TIME_DEFAULT_S;
    return seconds < ADD_TIME_MIN_S   ? ADD_TIME_MIN_S
           : seconds > ADD_TIME_MAX_S ? ADD_TIME_MAX_S
                                      : seconds;
}

/* Whether that player's preference lets time be given in this game. */
static bool allows_more_time(const struct round *round, rk_side side)
{
    const unsigned preferred =
        person_preferences(round->server, round->info.players[side].id).values[PREFER_MORE_TIME];
    return preferred == MORE_TIME_ALWAYS ||
           (preferred == MORE_TIME_CASUAL && !round->info.settings.rated);
}

void execute_add_time(struct execution *exec)
{
    const struct round *round = exec->round;
    const rk_side opponent = rk_side_other(exec->side);
    const int64_t seconds = clamp_seconds(exec->command->seconds);
    if (!round_has_clock(round))
        execution_refuse(exec, REFUSED_NOT_NOW, "this game has no clock");
    else if (round->info.settings.rules & RULE_NO_GIVE_TIME)
        execution_refuse(exec, REFUSED_NOT_NOW, "no time can be given in this game");
    else if (!allows_more_time(round, exec->side))
        execution_refuse(exec, REFUSED_NOT_NOW, "your preferences do not let you give time here");
    else if (!allows_more_time(round, opponent))
        execution_refuse(exec, REFUSED_NOT_NOW, "your opponent does not want to be given time");
    else if (round_clock_left(round, opponent) >= ADD_TIME_UP_TO_MS)
        execution_refuse(exec, REFUSED_NOT_NOW, "the opponent already has two hours or more");
    else
        execution_play_and_commit(exec, (rk_action){.kind = RK_ACT_ADD_TIME,
                                                    .by = opponent,
                                                    .milliseconds = seconds * SECOND_MS});
}

void execute_start_clock(struct execution *exec)
{
    if (!exec->command->agreed)
        execution_refuse(exec, REFUSED_FORBIDDEN,
                         "clocks start early only if both players ask for it");
    else
        execution_play_kind(exec, RK_ACT_START_CLOCK, round_turn(exec->round));
}
