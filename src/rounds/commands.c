/* SPDX-License-Identifier: MIT */
#include "rounds/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/milliseconds.h"
#include "base/text.h"
#include "core/limits.h"
#include "core/metrics.h"
#include "rookery/san.h"
#include "rounds/absence.h"
#include "rounds/chat.h"
#include "rounds/commit.h"
#include "rounds/game_moves.h"
#include "rounds/game_status.h"
#include "rounds/player_presence.h"
#include "rounds/reply.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/timeouts.h"
#include "rounds/vacations.h"
#include "social/person_cache.h"

enum {
    OFFER_PLIES_MIN = 2,      /* plies before the first draw offer */
    OFFER_PLIES_BETWEEN = 20, /* plies between two offers of one player */
    EARLY_DRAW_PLIES = 60,    /* with RULE_NO_EARLY_DRAW */
    THREEFOLD = 3,
    THREEFOLD_TIME_MS =
        30000, /* less on the clock: threefold repetition is claimed, if preferred */
    ADD_TIME_DEFAULT_S = 15,
    REQUEST_MAX = 32 /* of the client's idempotency key; make_key() adds to it */
};
static const int64_t ADD_TIME_UP_TO_MS = INT64_C(2) * HOUR_MS;

/* A command that is being executed. */
struct execution {
    struct round *round;
    const struct command *command;
    struct transaction *transaction;
    rk_side side; /* RK_NO_SIDE: a spectator's command */
    int64_t at;
    struct completion completion;
    char key[EVENT_REQUEST_MAX + 1];
    rk_fault fault;
};

// ---- accepting and refusing ------------------------------------------------------------------

/* Rate-limited per person, so that nobody fills the operator's disk. */
static void log_refusal(const struct execution *exec, const char *why)
{
    const struct command *command = exec->command;
    if (limits_take(exec->round->server, LIMIT_REFUSAL_LOG, command->by.id, 1))
        return;
    log_line(exec->round->server->log, LOG_INFO, "game %s: %s%s%s by %s from %s refused: %s",
             exec->round->info.id, verb_name(command->verb), *command->move ? " " : "",
             command->move, *command->by.id ? command->by.id : "nobody",
             command->address ? command->address : "-", why);
}

static void count_refused_move(const struct execution *exec, enum refusal refusal)
{
    if (exec->command->verb == VERB_MOVE)
        metrics_count_label(exec->round->server->metrics, METRIC_MOVES_REFUSED, refusal);
}

static void refuse_command(struct execution *exec, enum refusal refusal, const char *why)
{
    count_refused_move(exec, refusal);
    if (exec->transaction)
        transaction_rollback(exec->transaction);
    log_refusal(exec, why ? why : refusal_text(refusal));
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

static void refuse_for(struct execution *exec, rk_err err)
{
    refuse_command(exec, refusal_for(err), exec->fault.text);
}

static void commit_command(struct execution *exec)
{
    exec->completion.request = exec->key;
    commit_start(exec->transaction, &exec->completion);
}

/* Plays an action at the time of the command; false: the command was refused. */
static bool play_action(struct execution *exec, rk_action action)
{
    action.at = exec->at;
    const rk_err err = transaction_play(exec->transaction, action, &exec->fault);
    if (err)
        refuse_for(exec, err);
    return !err;
}

static void play_and_commit(struct execution *exec, rk_action action)
{
    if (play_action(exec, action))
        commit_command(exec);
}

static void play_kind(struct execution *exec, rk_action_kind kind, rk_side by)
{
    play_and_commit(exec, (rk_action){.kind = kind, .by = by});
}

static void adjudicate_draw(struct execution *exec, rk_side by, enum end_reason reason)
{
    play_and_commit(
        exec, (rk_action){
                  .kind = RK_ACT_ADJUDICATE, .by = by, .winner = RK_NOBODY_WINS, .reason = reason});
}

// ---- time ------------------------------------------------------------------------------------

static void execute_flag(struct execution *exec)
{
    const rk_side turn = round_turn(exec->round);
    const int64_t grace = exec->side == turn ? 0 : lag_grace(&exec->round->lag[turn]);
    if (!round_clock_is_flagged(exec->round, exec->at, grace)) {
        refuse_command(exec, REFUSED_NOT_NOW, rk_err_text(RK_NOT_FLAGGED));
        return;
    }
    const rk_err err = timeouts_play_flag(exec->transaction, grace, &exec->fault);
    if (err)
        refuse_for(exec, err);
    else
        commit_command(exec);
}

static unsigned clamp_seconds(unsigned seconds)
{
    if (!seconds)
        return ADD_TIME_DEFAULT_S;
    return seconds < ADD_TIME_MIN_S   ? ADD_TIME_MIN_S
           : seconds > ADD_TIME_MAX_S ? ADD_TIME_MAX_S
                                      : seconds;
}

static unsigned player_preference(const struct round *round, rk_side side,
                                  enum preference preference)
{
    return person_preferences(round->server, round->info.players[side].id).values[preference];
}

/* Whether that player's preference lets time be given in this game. */
static bool allows_more_time(const struct round *round, rk_side side)
{
    const unsigned preferred = player_preference(round, side, PREFER_MORE_TIME);
    return preferred == MORE_TIME_ALWAYS ||
           (preferred == MORE_TIME_CASUAL && !round->info.settings.rated);
}

static void execute_add_time(struct execution *exec)
{
    const struct round *round = exec->round;
    const rk_side opponent = rk_side_other(exec->side);
    const int64_t seconds = clamp_seconds(exec->command->seconds);
    if (!round_has_clock(round))
        refuse_command(exec, REFUSED_NOT_NOW, "this game has no clock");
    else if (round->info.settings.rules & RULE_NO_GIVE_TIME)
        refuse_command(exec, REFUSED_NOT_NOW, "no time can be given in this game");
    else if (!allows_more_time(round, exec->side))
        refuse_command(exec, REFUSED_NOT_NOW, "your preferences do not let you give time here");
    else if (!allows_more_time(round, opponent))
        refuse_command(exec, REFUSED_NOT_NOW, "your opponent does not want to be given time");
    else if (round_clock_left(round, opponent) >= ADD_TIME_UP_TO_MS)
        refuse_command(exec, REFUSED_NOT_NOW, "the opponent already has two hours or more");
    else
        play_and_commit(exec, (rk_action){.kind = RK_ACT_ADD_TIME,
                                          .by = opponent,
                                          .milliseconds = seconds * SECOND_MS});
}

static void execute_start_clock(struct execution *exec)
{
    if (!exec->command->agreed)
        refuse_command(exec, REFUSED_FORBIDDEN,
                       "clocks start early only if both players ask for it");
    else
        play_kind(exec, RK_ACT_START_CLOCK, round_turn(exec->round));
}

// ---- aborting, resigning, claiming -----------------------------------------------------------

static void execute_abort(struct execution *exec)
{
    if (round_can_abort(exec->round))
        play_kind(exec, RK_ACT_ABORT, exec->side);
    else if (exec->command->agreed)
        play_and_commit(
            exec, (rk_action){.kind = RK_ACT_ABORT, .by = exec->side, .reason = END_REASON_AGREED});
    else if (round_both_have_moved(exec->round))
        refuse_command(exec, REFUSED_NOT_NOW, "a game can be aborted only until both have moved");
    else
        refuse_command(exec, REFUSED_NOT_NOW, "this game cannot be aborted");
}

static bool opponent_can_win(const struct execution *exec)
{
    return rk_position_can_win(rk_game_position(exec->round->game), rk_side_other(exec->side));
}

/* A player who cannot lose draws by resigning. */
static void execute_resign(struct execution *exec)
{
    if (round_can_abort(exec->round))
        play_kind(exec, RK_ACT_ABORT, exec->side);
    else if (!opponent_can_win(exec))
        adjudicate_draw(exec, exec->side, END_REASON_MATERIAL);
    else
        play_kind(exec, RK_ACT_RESIGN, exec->side);
}

static void execute_claim_absence(struct execution *exec)
{
    const struct round *round = exec->round;
    const rk_side absent = rk_side_other(exec->side);
    char message[RK_FAULT_TEXT_MAX];
    const char *why = absence_refusal(round, absent, message, sizeof message);
    if (why)
        refuse_command(exec, REFUSED_NOT_NOW, why);
    else if (exec->command->verb == VERB_CLAIM_VICTORY &&
             rk_position_can_win(rk_game_position(round->game), exec->side))
        play_kind(exec, RK_ACT_FORFEIT, absent);
    else
        adjudicate_draw(exec, absent, END_REASON_ABSENCE);
}

// ---- draws -----------------------------------------------------------------------------------

/* Plies since that side last offered a draw; SIZE_MAX: never. */
static size_t plies_since_offer(const rk_game *game, rk_side side)
{
    size_t plies = 0;
    for (size_t i = rk_game_length(game); i-- > 0;) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind == RK_ACT_OFFER_DRAW && action->by == side)
            return plies;
        plies += action->kind == RK_ACT_MOVE;
    }
    return SIZE_MAX;
}

/* Why that side may not offer a draw now; NULL: it may. */
static const char *find_offer_refusal(const struct round *round, rk_side side)
{
    const size_t plies = game_plies(round->game);
    if (plies < OFFER_PLIES_MIN)
        return "a draw can be offered only after both players have moved";
    if (round->info.settings.rules & RULE_NO_EARLY_DRAW && plies < EARLY_DRAW_PLIES)
        return "no draw can be offered in this game before move 30";
    if (plies_since_offer(round->game, side) < OFFER_PLIES_BETWEEN)
        return "you have offered a draw already; you can offer again ten moves later";
    return NULL;
}

static bool opponent_offers_draw(const struct execution *exec)
{
    return rk_game_draw_offer(exec->round->game) == rk_side_other(exec->side);
}

static void execute_offer_draw(struct execution *exec)
{
    const char *why = find_offer_refusal(exec->round, exec->side);
    if (opponent_offers_draw(exec))
        play_kind(exec, RK_ACT_ACCEPT_DRAW, exec->side);
    else if (rk_game_can_claim(exec->round->game))
        play_kind(exec, RK_ACT_CLAIM_DRAW, round_turn(exec->round));
    else if (why)
        refuse_command(exec, REFUSED_NOT_NOW, why);
    else
        play_kind(exec, RK_ACT_OFFER_DRAW, exec->side);
}

static bool read_move(struct execution *exec, rk_move *out);

/* With a move: a claim of the draw that the move will make. */
static void execute_claim_draw(struct execution *exec)
{
    const struct round *round = exec->round;
    rk_action action = {.kind = RK_ACT_CLAIM_DRAW, .by = round_turn(round)};
    if (*exec->command->move) {
        action.by = exec->side;
        if (!read_move(exec, &action.move))
            return;
    } else if (!rk_game_can_claim(round->game) && !opponent_can_win(exec)) {
        adjudicate_draw(exec, exec->side, END_REASON_MATERIAL);
        return;
    }
    play_and_commit(exec, action);
}

// ---- moves -----------------------------------------------------------------------------------

/* The letter of the best piece a pawn can become. */
static char best_promotion(const rk_position *position)
{
    const unsigned promotions = rk_variant_promotions((rk_variant)position->variant);
    const rk_kind kind = promotions & 1U << RK_QUEEN ? RK_QUEEN : RK_AMAZON;
    return rk_piece_letter((rk_piece){kind, RK_BLACK});
}

/* Reads the command's move for the side to move; false: the command was refused. */
static bool read_move(struct execution *exec, rk_move *out)
{
    const rk_position *position = rk_game_position(exec->round->game);
    char text[sizeof exec->command->move + 1];
    if (exec->side != rk_position_turn(position)) {
        refuse_command(exec, REFUSED_TURN, NULL);
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
        refuse_for(exec, err);
    return !err;
}

/* Whether a player wants a draw by threefold repetition to be claimed for them. */
static bool claims_threefold(const struct round *round, rk_side side)
{
    const unsigned preferred = player_preference(round, side, PREFER_AUTO_THREEFOLD);
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
        refuse_for(exec, err);
        return;
    }
    count_refused_move(exec, REFUSED_OVER);
    log_refusal(exec, rk_err_text(RK_TIME_IS_UP));
    exec->completion.refusal = REFUSED_OVER;
    exec->completion.why = rk_err_text(RK_TIME_IS_UP);
    commit_command(exec);
}

/* A draw offer together with a move. If it is not possible the move still counts. */
static void offer_draw_with_move(struct execution *exec)
{
    const rk_action offer = {.kind = RK_ACT_OFFER_DRAW, .by = exec->side, .at = exec->at};
    const char *why = find_offer_refusal(exec->round, exec->side);
    if (!why && transaction_play(exec->transaction, offer, &exec->fault))
        why = "the move was played, but a draw could not be offered with it";
    exec->completion.why = why;
}

static void execute_move(struct execution *exec)
{
    const struct round *round = exec->round;
    rk_action action = {.kind = RK_ACT_MOVE, .by = exec->side};
    if (!read_move(exec, &action.move))
        return;
    if (exec->command->offers_draw && opponent_offers_draw(exec)) {
        play_kind(exec, RK_ACT_ACCEPT_DRAW, exec->side);
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
    if (!play_action(exec, action))
        return;
    transaction_compensate(exec->transaction, compensation);
    const rk_err err = play_automatic_draw(exec->transaction, &exec->fault);
    if (err) {
        refuse_for(exec, err);
        return;
    }
    if (exec->command->offers_draw && !round_is_over(round))
        offer_draw_with_move(exec);
    commit_command(exec);
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
        commit_command(exec);
    } else if (refusal.refusal == REFUSED_RATE) {
        log_refusal(exec, refusal.why);
        reply_refused_for_rate(exec->round, LIMIT_CHAT, refusal.wait, exec->completion.callback,
                               exec->completion.context);
    } else
        refuse_command(exec, refusal.refusal, refusal.why);
}

// ---- all commands ----------------------------------------------------------------------------

static void execute_verb(struct execution *exec)
{
    switch (exec->command->verb) { // no default: the compiler names a forgotten verb
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
        execute_offer_draw(exec);
        break;
    case VERB_ACCEPT_DRAW:
        play_kind(exec, RK_ACT_ACCEPT_DRAW, exec->side);
        break;
    case VERB_DECLINE_DRAW:
        play_kind(exec, RK_ACT_DECLINE_DRAW, exec->side);
        break;
    case VERB_WITHDRAW_DRAW:
        play_kind(exec, RK_ACT_WITHDRAW_DRAW, exec->side);
        break;
    case VERB_CLAIM_DRAW:
        execute_claim_draw(exec);
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
        refuse_command(exec, REFUSED_SYNTAX, NULL);
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
        refuse_command(exec, REFUSED_NOT_NOW, "you are on vacation: end it to go on with the game");
        return false;
    }
    return play_action(exec, (rk_action){.kind = RK_ACT_RESUME, .by = exec->side});
}

static void refuse_game_over(struct execution *exec)
{
    char message[RK_FAULT_TEXT_MAX] = "the game is over: ";
    const size_t length = strlen(message);
    game_result_sentence(exec->round->game, message + length, sizeof message - length);
    refuse_command(exec, REFUSED_OVER, message);
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
        refuse_command(&exec, REFUSED_STOPPING, NULL);
    else if (strlen(command->request) > REQUEST_MAX)
        refuse_command(&exec, REFUSED_SYNTAX, "a command id must have at most 32 characters");
    else if (exec.side == RK_NO_SIDE && !(is_chat && round_may_watch(round, command->by.id)))
        refuse_command(&exec, REFUSED_FORBIDDEN, "this is not your game");
    else if (reply_repeated(round, exec.key, command->by.name, callback, context))
        return;
    else if (is_stale(round, command))
        refuse_command(&exec, REFUSED_STALE,
                       command->version > round_version(round)
                           ? "the game has not reached this version yet"
                           : NULL);
    else if (round_is_over(round) && !is_chat)
        refuse_game_over(&exec);
    else {
        if (exec.side != RK_NO_SIDE)
            player_presence_renew(round, exec.side);
        exec.transaction = transaction_begin(round, at);
        if (resume_if_paused(&exec))
            execute_verb(&exec);
    }
}
