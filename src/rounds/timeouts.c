/* SPDX-License-Identifier: MIT */
#include "rounds/timeouts.h"

#include "cluster/shards.h"
#include "record/game_status.h"
#include "rounds/commit.h"
#include "rounds/heartbeat.h"
#include "rounds/player_presence.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/vacations.h"

enum {
    UNCHARGED_MIN_MS = 1000,      /* shorter times are not recorded */
    UNCHARGED_INTERVAL_MS = 10000 /* between two entries */
};

static void commit_without_reply(struct transaction *transaction)
{
    commit_start(transaction, &(struct completion){.callback = NULL});
}

static void play_server_action(struct round *round, rk_action action)
{
    struct transaction *transaction = transaction_begin(round, action.at);
    rk_fault fault = {.text = ""};
    if (transaction_play(transaction, action, &fault))
        log_line(round->server->log, LOG_WARNING, "game %s: %s is not possible: %s", round->info.id,
                 rk_action_name(action.kind), fault.text);
    else
        commit_without_reply(transaction);
}

// ---- ends ------------------------------------------------------------------------------------

/* The side loses, unless its opponent has offered a draw. rk_game_play() decides whether the
 * opponent has enough material to win. */
rk_err timeouts_play_flag(struct transaction *transaction, int64_t grace, rk_fault *fault)
{
    const struct round *round = transaction->round;
    const rk_side side = round_turn(round);
    rk_action action = {.kind = RK_ACT_FLAG, .by = side, .at = transaction->at};
    if (rk_game_draw_offer(round->game) == rk_side_other(side)) {
        action.kind = RK_ACT_ACCEPT_DRAW;
        action.reason = END_REASON_FLAG;
    } else
        action.lag = round_clock_uncharged(round, transaction->at) + grace;
    return transaction_play(transaction, action, fault);
}

static void end_on_time(struct round *round)
{
    struct transaction *transaction = transaction_begin(round, round->server->now);
    const int64_t grace = lag_grace(&round->lag[round_turn(round)]);
    if (!timeouts_play_flag(transaction, grace, NULL))
        commit_without_reply(transaction);
}

static void abort_or_forfeit(struct round *round, enum end_reason reason)
{
    play_server_action(round,
                       (rk_action){.kind = round_can_abort(round) ? RK_ACT_ABORT : RK_ACT_FORFEIT,
                                   .by = round_turn(round),
                                   .at = round->server->now,
                                   .reason = reason});
}

void timeouts_end_idle(struct round *round)
{
    abort_or_forfeit(round, END_REASON_IDLE);
}

// ---- pauses ----------------------------------------------------------------------------------

void timeouts_pause(struct round *round, int64_t at)
{
    play_server_action(round, (rk_action){.kind = RK_ACT_PAUSE, .by = round_turn(round), .at = at});
}

void timeouts_pause_for_shutdown(struct round *round)
{
    const int64_t now = round->server->now;
    if (!round_clock_is_running(round) || round->pause_tried)
        return;
    round->pause_tried = true;
    timeouts_pause(round, now - round_clock_uncharged(round, now)); // the pause covers that time
}

void timeouts_pause_for_vacation(struct round *round)
{
    if (round_clock_is_running(round) && !round->stalled_since && vacation_stops_clock(round))
        timeouts_pause(round, round->server->now);
}

void timeouts_resume(struct round *round)
{
    // A player who is not back yet has the time of one who has just left.
    if (!round_is_present(round, round_turn(round)))
        player_presence_renew(round, round_turn(round));
    play_server_action(
        round,
        (rk_action){.kind = RK_ACT_RESUME, .by = round_turn(round), .at = round->server->now});
}

void timeouts_save_uncharged(struct round *round)
{
    const int64_t now = round->server->now;
    const rk_side turn = round_turn(round);
    // Otherwise only the next move would record it. Not too often: the disk may be slow.
    if (!round_clock_is_running(round) || round->stalled_since ||
        round->uncharged < UNCHARGED_MIN_MS ||
        now - round->uncharged_saved_at < UNCHARGED_INTERVAL_MS)
        return;
    round->uncharged_saved_at = now;
    const rk_action pause = {
        .kind = RK_ACT_PAUSE, .by = turn, .at = now - round_clock_uncharged(round, now)};
    const rk_action resume = {.kind = RK_ACT_RESUME, .by = turn, .at = now};
    struct transaction *transaction = transaction_begin(round, now);
    if (transaction_play(transaction, pause, NULL) || transaction_play(transaction, resume, NULL))
        transaction_rollback(transaction);
    else
        commit_without_reply(transaction);
}

// ---- the timer -------------------------------------------------------------------------------

/* A paused game waits for the player to move; if that is the engine, for its opponent. */
static bool is_awaited_player_here(const struct round *round)
{
    const rk_side turn = round_turn(round);
    const bool is_engine = game_info_engine_side(&round->info) == turn;
    return round->presence[is_engine ? rk_side_other(turn) : turn].connections > 0;
}

/* When a paused game resumes. */
static int64_t find_resume_time(const struct round *round)
{
    if (round->stalled_since || vacation_stops_clock(round))
        return INT64_MAX;
    return is_awaited_player_here(round) ? round->server->now : round->resume_at;
}

/* When the next timeout is due; INT64_MAX: none. */
static int64_t find_due_time(const struct round *round)
{
    if (round_is_over(round) || round_is_busy(round) || round->replica || round_is_leaving(round))
        return INT64_MAX;
    if (round_is_paused(round))
        return find_resume_time(round);
    if (round_clock_is_running(round))
        return round_clock_flag_time(round);
    return round_clock_first_move_deadline(round);
}

static void on_timeout(void *context)
{
    struct round *round = context;
    if (find_due_time(round) > round->server->now)
        ; // the deadline has moved since the timer was set
    else if (!shard_is_ours(round->server, round->shard))
        heartbeat_stall(round, round->server->now); // no move is possible now
    else if (round_is_paused(round))
        timeouts_resume(round);
    else if (round_clock_is_running(round))
        end_on_time(round);
    else
        abort_or_forfeit(round, END_REASON_NO_SHOW);
    timeouts_schedule(round);
}

void timeouts_schedule(struct round *round)
{
    const int64_t due = find_due_time(round);
    if (due == INT64_MAX)
        timer_stop(&round->server->timers, &round->timeout);
    else
        (void)timer_set(&round->server->timers, &round->timeout, due, on_timeout, round);
}
