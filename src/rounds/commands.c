/* SPDX-License-Identifier: MIT */
#include "rounds/commands.h"

#include <string.h>

#include "base/text.h"
#include "cluster/shards.h"
#include "rounds/absence.h"
#include "rounds/chat.h"
#include "rounds/clock_commands.h"
#include "rounds/draw_commands.h"
#include "rounds/execution.h"
#include "rounds/heartbeat.h"
#include "rounds/move_command.h"
#include "rounds/player_presence.h"
#include "rounds/reply.h"
#include "rounds/round.h"
#include "rounds/transaction.h"
#include "rounds/vacations.h"

enum { REQUEST_MAX = 32 /* of the client's idempotency key; make_key() adds to it */ };

// ---- aborting, resigning, claiming -----------------------------------------------------------

static void execute_abort(struct execution *exec)
{
    if (round_can_abort(exec->round))
        execution_play_kind(exec, RK_ACT_ABORT, exec->side);
    else if (exec->command->agreed)
        execution_play_and_commit(
            exec, (rk_action){.kind = RK_ACT_ABORT, .by = exec->side, .reason = END_REASON_AGREED});
    else if (round_both_have_moved(exec->round))
        execution_refuse(exec, REFUSED_NOT_NOW,
                         "a game can be aborted only until both sides have moved");
    else
        execution_refuse(exec, REFUSED_NOT_NOW, "this game cannot be aborted");
}

/* A player who cannot lose draws by resigning. */
static void execute_resign(struct execution *exec)
{
    if (round_can_abort(exec->round))
        execution_play_kind(exec, RK_ACT_ABORT, exec->side);
    else if (!execution_opponent_can_win(exec))
        execution_adjudicate_draw(exec, exec->side, END_REASON_MATERIAL);
    else
        execution_play_kind(exec, RK_ACT_RESIGN, exec->side);
}

static void execute_claim_absence(struct execution *exec)
{
    const struct round *round = exec->round;
    const rk_side absent = rk_side_other(exec->side);
    char message[RK_FAULT_TEXT_MAX];
    const char *why = absence_refusal(round, absent, message, sizeof message);
    if (why)
        execution_refuse(exec, REFUSED_NOT_NOW, why);
    else if (exec->command->verb == VERB_CLAIM_VICTORY &&
             rk_position_can_win(rk_game_position(round->game), exec->side))
        execution_play_kind(exec, RK_ACT_FORFEIT, absent);
    else
        execution_adjudicate_draw(exec, absent, END_REASON_ABSENCE);
}

// ---- chat ------------------------------------------------------------------------------------

static void execute_chat(struct execution *exec)
{
    struct event line;
    char text[EVENT_TEXT_MAX + 1];
    const struct chat_refusal refusal =
        chat_make_line(exec->round, exec->side, exec->command, exec->at, &line, text);
    if (!refusal.refusal) {
        transaction_add_chat(exec->transaction, &line);
        execution_commit(exec);
    } else if (refusal.refusal == REFUSED_RATE) {
        execution_log_refusal(exec, refusal.why);
        reply_refused_for_rate(exec->round, LIMIT_CHAT, refusal.wait, exec->completion.callback,
                               exec->completion.context);
    } else
        execution_refuse(exec, refusal.refusal, refusal.why);
}

// ---- all commands ----------------------------------------------------------------------------

static void execute_verb(struct execution *exec)
{
    switch (exec->command->verb) { // no default: the compiler warns about a missing verb
    case VERB_MOVE:
        execute_move(exec);
        break;
    case VERB_RESIGN:
        execute_resign(exec);
        break;
    case VERB_ABORT:
        execute_abort(exec);
        break;
    case VERB_OFFER_DRAW:
    case VERB_ACCEPT_DRAW:
    case VERB_DECLINE_DRAW:
    case VERB_WITHDRAW_DRAW:
    case VERB_CLAIM_DRAW:
        execute_draw_command(exec);
        break;
    case VERB_FLAG:
        execute_flag(exec);
        break;
    case VERB_CLAIM_VICTORY:
    case VERB_CLAIM_ABSENT_DRAW:
        execute_claim_absence(exec);
        break;
    case VERB_ADD_TIME:
        execute_add_time(exec);
        break;
    case VERB_START_CLOCK:
        execute_start_clock(exec);
        break;
    case VERB_CHAT:
        execute_chat(exec);
        break;
    case VERB_COUNT:
        execution_refuse(exec, REFUSED_SYNTAX, NULL);
        break;
    }
}

/* Whether something has happened since the version the command was made for. */
static bool is_stale(const struct round *round, const struct command *command)
{
    const enum stale_after after = verb_stale_after(command->verb);
    const int64_t now = round_version(round);
    if (command->version < 0 || after == STALE_NEVER)
        return false;
    for (int64_t i = command->version; i < now; i++) {
        const struct event *event = &round->journal.events[i];
        const bool moved = event->kind == EVENT_ACTION && event->action.kind == RK_ACT_MOVE;
        if (moved || (after == STALE_AFTER_ACTION && event->kind == EVENT_ACTION))
            return true;
    }
    return command->version > now;
}

/* Makes the client's idempotency key unique among all senders in this game, so that the store can
 * use it as a key. Spectators are told apart by a hash of their ids. */
static void make_key(const struct command *command, rk_side side, char out[EVENT_REQUEST_MAX + 1])
{
    static const char digits[] = "0123456789abcdef";
    uint32_t hash = 0;
    struct text text = text_in(out, EVENT_REQUEST_MAX + 1);
    for (const char *c = command->by.id; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    text_put(&text, "wbs"[side]);
    for (int i = 0; side == RK_NO_SIDE && i < 6; i++)
        text_put(&text, digits[hash >> 4 * i & 15]);
    text_put(&text, ':');
    text_add(&text, command->request);
    text_end(&text);
    if (!*command->request)
        out[0] = 0;
}

/* A paused game resumes when the player to move does something, except resign or chat. False: the
 * command was refused. */
static bool resume_if_paused(struct execution *exec)
{
    const struct round *round = exec->round;
    const enum verb verb = exec->command->verb;
    if (!round_is_paused(round) || exec->side != round_turn(round) || verb == VERB_RESIGN ||
        verb == VERB_CHAT)
        return true;
    if (vacation_stops_clock(round)) {
        execution_refuse(exec, REFUSED_NOT_NOW, "you are on vacation: end it to continue the game");
        return false;
    }
    return execution_play(exec, (rk_action){.kind = RK_ACT_RESUME, .by = exec->side});
}

static void refuse_game_over(struct execution *exec)
{
    char message[RK_FAULT_TEXT_MAX] = "the game is over: ";
    const size_t length = strlen(message);
    game_result_sentence(exec->round->game, message + length, sizeof message - length);
    execution_refuse(exec, REFUSED_OVER, message);
}

/* The database is unavailable, or another node takes over the game: no time is charged until this
 * is resolved. */
static void refuse_without_lease(struct execution *exec)
{
    heartbeat_stall(exec->round, exec->at);
    execution_refuse(exec, REFUSED_BUSY, "the game is paused for a moment; try again shortly");
}

void command_execute(struct round *round, const struct command *command, int64_t at,
                     reply_callback *callback, void *context)
{
    struct execution exec = {.round = round,
                             .command = command,
                             .side = game_info_side(&round->info, command->by.id),
                             .at = at,
                             .completion = {.callback = callback, .context = context}};
    const bool is_chat = command->verb == VERB_CHAT;
    make_key(command, exec.side, exec.key);
    if (round->server->stopping)
        execution_refuse(&exec, REFUSED_STOPPING, NULL);
    else if (strlen(command->request) > REQUEST_MAX)
        execution_refuse(&exec, REFUSED_SYNTAX, "a command id must have at most 32 characters");
    else if (exec.side == RK_NO_SIDE && !(is_chat && round_may_watch(round, command->by.id)))
        execution_refuse(&exec, REFUSED_FORBIDDEN, "this is not your game");
    else if (reply_repeat(round, exec.key, command->by.name, callback, context))
        return;
    else if (is_stale(round, command))
        execution_refuse(&exec, REFUSED_STALE,
                         command->version > round_version(round)
                             ? "the game has not reached this version yet"
                             : NULL);
    else if (round_is_over(round) && !is_chat)
        refuse_game_over(&exec);
    else if (!round_is_over(round) && !shard_is_ours(round->server, round->shard))
        refuse_without_lease(&exec);
    else {
        if (exec.side != RK_NO_SIDE)
            player_presence_renew(round, exec.side);
        exec.transaction = transaction_begin(round, at);
        if (resume_if_paused(&exec))
            execute_verb(&exec);
    }
}
