/* SPDX-License-Identifier: MIT */
#include "rounds/move_command.h"

#include "record/game_moves.h"
#include "rounds/draw_commands.h"
#include "rounds/lag.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/timeouts.h"
#include "rounds/transaction.h"
#include "social/person_cache.h"

enum {
    THREEFOLD = 3,
    THREEFOLD_TIME_MS = 30000 /* less on the clock: threefold repetition is claimed, if preferred */
};

/* Whether a player wants a draw by threefold repetition to be claimed for them. */
static bool claims_threefold(const struct round *round, rk_side side)
{
    const unsigned preferred = person_preferences(round->server, round->info.players[side].id)
                                   .values[PREFER_AUTO_THREEFOLD];
    return preferred == THREEFOLD_ALWAYS || round->info.players[side].role == ROLE_BOT ||
           (preferred == THREEFOLD_TIME && round_has_clock(round) &&
            round_clock_left(round, side) < THREEFOLD_TIME_MS);
}

static bool is_threefold_draw(const struct round *round)
{
    return rk_game_repetitions(round->game) >= THREEFOLD &&
           (claims_threefold(round, RK_WHITE) || claims_threefold(round, RK_BLACK));
}

/* Ends the game after a move where nobody has to claim it: draws by repetition or by the fifty-move
 * rule, and games that are too long. */
static rk_err play_automatic_draw(struct transaction *transaction, rk_fault *fault)
{
    const struct round *round = transaction->round;
    const struct server_config *config = &round->server->config;
    rk_action action = {.at = transaction->at, .by = round_turn(round), .winner = RK_NOBODY_WINS};
    if (round_is_over(round))
        return RK_OK;
    const bool fifty = rk_position_fifty_moves(rk_game_position(round->game));
    if (is_threefold_draw(round) || (fifty && config->draw_at_fifty)) {
        action.kind = RK_ACT_CLAIM_DRAW;
        return transaction_play(transaction, action, fault);
    }
    if (game_plies(round->game) < config->plies_max)
        return RK_OK;
    action.kind = RK_ACT_ADJUDICATE;
    action.reason = END_REASON_LENGTH;
    return transaction_play(transaction, action, fault);
}

/* The move came after the flag fell: it is refused, and the game ends. */
static void end_on_time(struct execution *exec, int64_t grace)
{
    const rk_err err = timeouts_play_flag(exec->transaction, grace, &exec->fault);
    if (err) {
        execution_refuse_error(exec, err);
        return;
    }
    execution_count_refused_move(exec, REFUSED_OVER);
    execution_log_refusal(exec, rk_err_text(RK_TIME_IS_UP));
    exec->completion.refusal = REFUSED_OVER;
    exec->completion.why = rk_err_text(RK_TIME_IS_UP);
    execution_commit(exec);
}

/* A draw offer together with a move. If it is not possible the move still counts. */
static void offer_draw_with_move(struct execution *exec)
{
    const rk_action offer = {.kind = RK_ACT_OFFER_DRAW, .by = exec->side, .at = exec->at};
    const char *why = draw_offer_refusal(exec->round, exec->side);
    if (!why && transaction_play(exec->transaction, offer, &exec->fault))
        why = "the move was played, but a draw could not be offered with it";
    exec->completion.why = why;
}

void execute_move(struct execution *exec)
{
    const struct round *round = exec->round;
    rk_action action = {.kind = RK_ACT_MOVE, .by = exec->side};
    if (!execution_read_move(exec, &action.move))
        return;
    if (exec->command->offers_draw && draw_is_offered_by_opponent(exec)) {
        execution_play_kind(exec, RK_ACT_ACCEPT_DRAW, exec->side);
        return;
    }
    const int64_t thinking_time = round_clock_thinking_time(round, exec->at);
    const int64_t compensation = lag_compensation(&round->lag[exec->side], thinking_time);
    if (round_clock_is_flagged(round, exec->at, compensation)) {
        end_on_time(exec, compensation);
        return;
    }
    if (round_clock_is_running(round))
        action.lag = round_clock_uncharged(round, exec->at) + compensation;
    if (!execution_play(exec, action))
        return;
    transaction_compensate(exec->transaction, compensation);
    const rk_err err = play_automatic_draw(exec->transaction, &exec->fault);
    if (err) {
        execution_refuse_error(exec, err);
        return;
    }
    if (exec->command->offers_draw && !round_is_over(round))
        offer_draw_with_move(exec);
    execution_commit(exec);
}
