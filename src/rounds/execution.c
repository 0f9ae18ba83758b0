/* SPDX-License-Identifier: MIT */
#include "rounds/execution.h"

#include <stdio.h>
#include <string.h>

#include "core/limits.h"
#include "core/metrics.h"
#include "rookery/san.h"
#include "rounds/reply.h"
#include "rounds/round.h"
#include "rounds/transaction.h"

/* Rate-limited per person, so that nobody fills the operator's disk. */
void execution_log_refusal(const struct execution *exec, const char *why)
{
    const struct command *command = exec->command;
    if (limits_take(exec->round->server, LIMIT_REFUSAL_LOG, command->by.id, 1))
        return;
    log_line(exec->round->server->log, LOG_INFO, "game %s: %s%s%s by %s from %s refused: %s",
             exec->round->info.id, verb_name(command->verb), *command->move ? " " : "",
             command->move, *command->by.id ? command->by.id : "nobody",
             command->address ? command->address : "-", why);
}

void execution_count_refused_move(const struct execution *exec, enum refusal refusal)
{
    if (exec->command->verb == VERB_MOVE)
        metrics_count_label(exec->round->server->metrics, METRIC_MOVES_REFUSED, refusal);
}

void execution_refuse(struct execution *exec, enum refusal refusal, const char *why)
{
    execution_count_refused_move(exec, refusal);
    if (exec->transaction)
        transaction_rollback(exec->transaction);
    execution_log_refusal(exec, why ? why : refusal_text(refusal));
    reply_refused(exec->round, refusal, why, exec->completion.callback, exec->completion.context);
}

static enum refusal refusal_for(rk_err err)
{
    switch (err) {
    case RK_NO_MEMORY:
        return REFUSED_BUSY;
    case RK_BAD_SYNTAX:
        return REFUSED_SYNTAX;
    case RK_NOT_YOUR_TURN:
        return REFUSED_TURN;
    case RK_GAME_OVER:
    case RK_TIME_IS_UP:
        return REFUSED_OVER;
    case RK_NOT_NOW:
    case RK_NO_OFFER:
    case RK_NO_CLAIM:
    case RK_NOT_FLAGGED:
        return REFUSED_NOT_NOW;
    default:
        return REFUSED_ILLEGAL;
    }
}

void execution_refuse_error(struct execution *exec, rk_err err)
{
    execution_refuse(exec, refusal_for(err), exec->fault.text);
}

void execution_commit(struct execution *exec)
{
    exec->completion.request = exec->key;
    commit_start(exec->transaction, &exec->completion);
}

bool execution_play(struct execution *exec, rk_action action)
{
    action.at = exec->at;
    const rk_err err = transaction_play(exec->transaction, action, &exec->fault);
    if (err)
        execution_refuse_error(exec, err);
    return !err;
}

void execution_play_and_commit(struct execution *exec, rk_action action)
{
    if (execution_play(exec, action))
        execution_commit(exec);
}

void execution_play_kind(struct execution *exec, rk_action_kind kind, rk_side by)
{
    execution_play_and_commit(exec, (rk_action){.kind = kind, .by = by});
}

void execution_adjudicate_draw(struct execution *exec, rk_side by, enum end_reason reason)
{
    execution_play_and_commit(
        exec, (rk_action){
                  .kind = RK_ACT_ADJUDICATE, .by = by, .winner = RK_NOBODY_WINS, .reason = reason});
}

// ---- moves -----------------------------------------------------------------------------------

/* The letter of the best piece a pawn can become. */
static char best_promotion(const rk_position *position)
{
    const unsigned promotions = rk_variant_promotions((rk_variant)position->variant);
    const rk_kind kind = promotions & 1U << RK_QUEEN ? RK_QUEEN : RK_AMAZON;
    return rk_piece_letter((rk_piece){kind, RK_BLACK});
}

bool execution_read_move(struct execution *exec, rk_move *out)
{
    const rk_position *position = rk_game_position(exec->round->game);
    char text[sizeof exec->command->move + 1];
    if (exec->side != rk_position_turn(position)) {
        execution_refuse(exec, REFUSED_TURN, NULL);
        return false;
    }
    snprintf(text, sizeof text, "%s", exec->command->move);
    rk_err err = rk_san_parse(position, text, strlen(text), RK_NOTATION_PLAIN, out, &exec->fault);
    if (err == RK_BAD_PROMOTION && strlen(text) == 4) { // "e7e8" without a piece
        text[4] = best_promotion(position);
        text[5] = '\0';
        if (!rk_san_parse(position, text, strlen(text), RK_NOTATION_PLAIN, out, NULL))
            err = RK_OK;
    }
    if (err)
        execution_refuse_error(exec, err);
    return !err;
}

bool execution_opponent_can_win(const struct execution *exec)
{
    return rk_position_can_win(rk_game_position(exec->round->game), rk_side_other(exec->side));
}
