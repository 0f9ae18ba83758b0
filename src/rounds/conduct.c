/* SPDX-License-Identifier: MIT */
#include "rounds/conduct.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "core/limits.h"
#include "rookery/san.h"
#include "rounds/absence.h"
#include "rounds/attendance.h"
#include "rounds/roundtime.h"
#include "rounds/talk.h"

enum {
    OFFER_PLIES_MIN = 2,      /* before that no draw is offered */
    OFFER_PLIES_BETWEEN = 20, /* two offers of the same player */
    EARLY_DRAW_PLIES = 60,    /* where it was agreed so */
    THREEFOLD = 3,
    ADD_DEFAULT_S = 15,
    ADD_MIN_S = 5,
    ADD_MAX_S = 60,
    REQUEST_MAX = 32, /* of a command's own id; with whose it is it must fit the log */
    SECOND = 1000
};
static const int64_t ADD_UP_TO_MS = INT64_C(2) * 60 * 60 * SECOND;

/* A command on its way. */
struct deed {
    struct round *round;
    const struct command *command;
    struct plan *plan;
    unsigned side; /* 2: a spectator's */
    int64_t at;
    struct asker asker;
    char key[EVENT_REQUEST_MAX + 1];
    rk_fault fault;
};

// ---- answering -------------------------------------------------------------------------------

/* So many of one person; nobody fills the operator's disk. */
static void log_refusal(const struct deed *deed, const char *why)
{
    const struct command *command = deed->command;
    if (limits_take(deed->round->server, LIMIT_NOTE, command->by.id, 1))
        return;
    log_line(deed->round->server->log, LOG_INFO, "game %s: %s%s%s by %s from %s refused: %s",
             deed->round->info.id, verb_name(command->verb), *command->move ? " " : "",
             command->move, *command->by.id ? command->by.id : "nobody",
             command->address ? command->address : "-", why);
}

static void refuse(struct deed *deed, enum refusal refusal, const char *why)
{
    if (deed->plan)
        plan_abandon(deed->plan);
    log_refusal(deed, why ? why : refusal_text(refusal));
    reply_refused(deed->round, refusal, why, deed->asker.then, deed->asker.context);
}

static enum refusal refusal_of(rk_err err)
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

static void commit(struct deed *deed)
{
    deed->asker.request = deed->key;
    plan_commit(deed->plan, &deed->asker);
}

/* Adds an action of the deed's own time; false: it has been refused. */
static bool act(struct deed *deed, rk_action action)
{
    action.at = deed->at;
    const rk_err err = plan_play(deed->plan, action, &deed->fault);
    if (err)
        refuse(deed, refusal_of(err), deed->fault.text);
    return !err;
}

static void act_and_commit(struct deed *deed, rk_action_kind kind, unsigned by)
{
    if (act(deed, (rk_action){.kind = kind, .by = (rk_side)by}))
        commit(deed);
}

static void draw_by(struct deed *deed, unsigned by, enum end_reason cause)
{
    const rk_action action = {
        .kind = RK_ACT_ADJUDICATE, .by = (rk_side)by, .winner = RK_NOBODY_WINS, .reason = cause};
    if (act(deed, action))
        commit(deed);
}

// ---- time ------------------------------------------------------------------------------------

/* The side to move is out of time: it has lost, unless the opponent's offer of a
 * draw stands; whether the opponent could win is the game's business. */
static rk_err plan_flag(struct plan *plan, int64_t grace, rk_fault *fault)
{
    const struct round *round = plan->round;
    const rk_side side = round_turn(round);
    rk_action action = {.kind = RK_ACT_FLAG, .by = side, .at = plan->at};
    if (rk_game_draw_offer(round->game) == rk_side_other(side)) {
        action.kind = RK_ACT_ACCEPT_DRAW;
        action.reason = END_REASON_FLAG;
    } else
        action.lag = round_forgiven(round, plan->at) + grace;
    return plan_play(plan, action, fault);
}

static void call_flag(struct deed *deed)
{
    const rk_side turn = round_turn(deed->round);
    const int64_t grace = deed->side == turn ? 0 : lag_grace(&deed->round->seats[turn].lag);
    if (!round_flag_is_down(deed->round, deed->at, grace)) {
        refuse(deed, REFUSED_NOT_NOW, rk_err_text(RK_NOT_FLAGGED));
        return;
    }
    const rk_err err = plan_flag(deed->plan, grace, &deed->fault);
    if (err)
        refuse(deed, refusal_of(err), deed->fault.text);
    else
        commit(deed);
}

static void add_time(struct deed *deed)
{
    const struct round *round = deed->round;
    const unsigned other = !deed->side;
    unsigned seconds = deed->command->seconds ? deed->command->seconds : ADD_DEFAULT_S;
    seconds = seconds < ADD_MIN_S ? ADD_MIN_S : seconds > ADD_MAX_S ? ADD_MAX_S : seconds;
    if (!round_is_clocked(round))
        refuse(deed, REFUSED_NOT_NOW, "this game has no clock to give time to");
    else if (round->info.settings.rules & RULE_NO_GIVE_TIME)
        refuse(deed, REFUSED_NOT_NOW, "in this game no time is given");
    else if (round_left(round, other) >= ADD_UP_TO_MS)
        refuse(deed, REFUSED_NOT_NOW, "the opponent has two hours or more already");
    else if (act(deed, (rk_action){.kind = RK_ACT_ADD_TIME,
                                   .by = (rk_side)other,
                                   .milliseconds = (int64_t)seconds * SECOND}))
        commit(deed);
}

static void start_clock(struct deed *deed)
{
    if (!deed->command->agreed)
        refuse(deed, REFUSED_FORBIDDEN, "clocks are started early only if both players ask for it");
    else
        act_and_commit(deed, RK_ACT_START_CLOCK, round_turn(deed->round));
}

// ---- ends ------------------------------------------------------------------------------------

static bool both_have_moved(const struct round *round)
{
    const rk_status status = rk_game_status(round->game);
    return status != RK_CREATED && status != RK_OPENED;
}

bool round_can_abort(const struct round *round)
{
    return !both_have_moved(round) && !(round->info.settings.rules & RULE_NO_ABORT);
}

static void abort_by_agreement(struct deed *deed)
{
    const rk_action action = {
        .kind = RK_ACT_ABORT, .by = (rk_side)deed->side, .reason = END_REASON_AGREED};
    if (act(deed, action))
        commit(deed);
}

static void abort_game(struct deed *deed)
{
    if (round_can_abort(deed->round))
        act_and_commit(deed, RK_ACT_ABORT, deed->side);
    else if (deed->command->agreed)
        abort_by_agreement(deed);
    else if (both_have_moved(deed->round))
        refuse(deed, REFUSED_NOT_NOW, "a game can be aborted only until both have moved");
    else
        refuse(deed, REFUSED_NOT_NOW, "this game is not to be aborted");
}

static bool opponent_can_win(const struct deed *deed)
{
    return rk_position_can_win(rk_game_position(deed->round->game), !deed->side);
}

/* Whoever cannot lose does not lose by resigning. */
static void resign(struct deed *deed)
{
    if (round_can_abort(deed->round))
        act_and_commit(deed, RK_ACT_ABORT, deed->side);
    else if (!opponent_can_win(deed))
        draw_by(deed, deed->side, END_REASON_MATERIAL);
    else
        act_and_commit(deed, RK_ACT_RESIGN, deed->side);
}

static void claim_absence(struct deed *deed)
{
    const struct round *round = deed->round;
    const unsigned absent = !deed->side;
    char words[RK_FAULT_TEXT_MAX];
    const char *why = absence_refusal(round, absent, words, sizeof words);
    if (why)
        refuse(deed, REFUSED_NOT_NOW, why);
    else if (deed->command->verb == VERB_CLAIM_VICTORY &&
             rk_position_can_win(rk_game_position(round->game), deed->side))
        act_and_commit(deed, RK_ACT_FORFEIT, absent);
    else
        draw_by(deed, absent, END_REASON_ABSENCE);
}

// ---- draws -----------------------------------------------------------------------------------

/* How many plies ago that side offered a draw; SIZE_MAX: never. */
static size_t plies_since_offer(const rk_game *game, unsigned side)
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
static const char *offer_fault(const struct round *round, unsigned side)
{
    const size_t plies = game_plies(round->game);
    if (plies < OFFER_PLIES_MIN)
        return "a draw can be offered when both have moved";
    if (round->info.settings.rules & RULE_NO_EARLY_DRAW && plies < EARLY_DRAW_PLIES)
        return "in this game no draw is offered before the thirtieth move";
    if (plies_since_offer(round->game, side) < OFFER_PLIES_BETWEEN)
        return "you have offered a draw already: the next offer is possible ten moves later";
    return NULL;
}

static bool opponent_offers(const struct deed *deed)
{
    return rk_game_draw_offer(deed->round->game) == (rk_side)(!deed->side);
}

static void offer_draw(struct deed *deed)
{
    const char *why = offer_fault(deed->round, deed->side);
    if (opponent_offers(deed))
        act_and_commit(deed, RK_ACT_ACCEPT_DRAW, deed->side);
    else if (rk_game_can_claim(deed->round->game))
        act_and_commit(deed, RK_ACT_CLAIM_DRAW, round_turn(deed->round));
    else if (why)
        refuse(deed, REFUSED_NOT_NOW, why);
    else
        act_and_commit(deed, RK_ACT_OFFER_DRAW, deed->side);
}

static bool read_move(struct deed *deed, rk_move *out);

static void claim_draw(struct deed *deed)
{
    const struct round *round = deed->round;
    rk_action action = {.kind = RK_ACT_CLAIM_DRAW, .by = round_turn(round)};
    if (*deed->command->move) {
        action.by = (rk_side)deed->side;
        if (!read_move(deed, &action.move))
            return;
    } else if (!rk_game_can_claim(round->game) && !opponent_can_win(deed)) {
        draw_by(deed, deed->side, END_REASON_MATERIAL);
        return;
    }
    if (act(deed, action))
        commit(deed);
}

// ---- moves -----------------------------------------------------------------------------------

/* Reads the command's move for the side to move; false: it has been refused. */
static bool read_move(struct deed *deed, rk_move *out)
{
    const rk_position *position = rk_game_position(deed->round->game);
    char text[sizeof deed->command->move + 1];
    if (deed->side != rk_position_turn(position)) {
        refuse(deed, REFUSED_TURN, NULL);
        return false;
    }
    snprintf(text, sizeof text, "%s", deed->command->move);
    rk_err err = rk_san_parse(position, text, strlen(text), out, &deed->fault);
    if (err == RK_BAD_PROMOTION && strlen(text) == 4) {
        strcat(text, "q"); // a promotion without a letter means a queen
        if (!rk_san_parse(position, text, strlen(text), out, NULL))
            err = RK_OK;
    }
    if (err)
        refuse(deed, refusal_of(err), deed->fault.text);
    return !err;
}

/* What a move brings with it: draws that nobody needs to claim, and the end of a
 * game that has become too long. */
static rk_err follow_move(struct plan *plan, rk_fault *fault)
{
    const struct round *round = plan->round;
    const struct server_config *config = &round->server->config;
    rk_action action = {.at = plan->at, .by = round_turn(round), .winner = RK_NOBODY_WINS};
    if (round_is_over(round))
        return RK_OK;
    const bool fifty = rk_position_fifty_moves(rk_game_position(round->game));
    if (rk_game_repetitions(round->game) >= THREEFOLD || (fifty && config->draw_at_fifty)) {
        action.kind = RK_ACT_CLAIM_DRAW;
        return plan_play(plan, action, fault);
    }
    if (game_plies(round->game) < config->plies_max)
        return RK_OK;
    action.kind = RK_ACT_ADJUDICATE;
    action.reason = END_REASON_LENGTH;
    return plan_play(plan, action, fault);
}

/* A move that came too late: it is refused, and the game ends. */
static void end_late(struct deed *deed, int64_t grace)
{
    const rk_err err = plan_flag(deed->plan, grace, &deed->fault);
    if (err) {
        refuse(deed, refusal_of(err), deed->fault.text);
        return;
    }
    log_refusal(deed, rk_err_text(RK_TIME_IS_UP));
    deed->asker.refusal = REFUSED_OVER;
    deed->asker.why = rk_err_text(RK_TIME_IS_UP);
    commit(deed);
}

/* With the move, if it may be: the move counts all the same. */
static void offer_with_move(struct deed *deed)
{
    const rk_action offer = {.kind = RK_ACT_OFFER_DRAW, .by = (rk_side)deed->side, .at = deed->at};
    const char *why = offer_fault(deed->round, deed->side);
    if (!why && plan_play(deed->plan, offer, &deed->fault))
        why = "the move was played, but a draw could not be offered with it";
    deed->asker.why = why;
}

static void move(struct deed *deed)
{
    struct round *round = deed->round;
    struct lag *lag = &round->seats[deed->side].lag;
    rk_action action = {.kind = RK_ACT_MOVE, .by = (rk_side)deed->side, .at = deed->at};
    if (!read_move(deed, &action.move))
        return;
    if (deed->command->offers_draw && opponent_offers(deed)) {
        act_and_commit(deed, RK_ACT_ACCEPT_DRAW, deed->side);
        return;
    }
    const int64_t granted = lag_compensation(lag, round_thought(round, deed->at));
    if (round_flag_is_down(round, deed->at, granted)) {
        end_late(deed, granted);
        return;
    }
    if (round_clock_runs(round))
        action.lag = round_forgiven(round, deed->at) + granted;
    if (!act(deed, action))
        return;
    deed->plan->compensation[deed->side] = granted;
    const rk_err err = follow_move(deed->plan, &deed->fault);
    if (err) {
        refuse(deed, refusal_of(err), deed->fault.text);
        return;
    }
    if (deed->command->offers_draw && !round_is_over(round))
        offer_with_move(deed);
    commit(deed);
}

// ---- chat ------------------------------------------------------------------------------------

static void say(struct deed *deed)
{
    struct event line;
    char text[EVENT_TEXT_MAX + 1];
    const struct talk_refusal refusal =
        talk_make(deed->round, deed->side, deed->command, deed->at, &line, text);
    if (!refusal.refusal) {
        plan_say(deed->plan, &line);
        commit(deed);
        return;
    }
    log_refusal(deed, refusal.why);
    const struct reply reply = {.refusal = refusal.refusal,
                                .why = refusal.why,
                                .version = round_version(deed->round),
                                .left = {round_left(deed->round, 0), round_left(deed->round, 1)},
                                .wait = refusal.wait,
                                .limit = refusal.limit};
    if (deed->asker.then)
        deed->asker.then(deed->asker.context, &reply);
}

// ---- commands --------------------------------------------------------------------------------

static void obey(struct deed *deed)
{
    switch (deed->command->verb) { // no default: the compiler names the verb that is forgotten
    case VERB_MOVE:
        move(deed);
        break;
    case VERB_RESIGN:
        resign(deed);
        break;
    case VERB_ABORT:
        abort_game(deed);
        break;
    case VERB_OFFER_DRAW:
        offer_draw(deed);
        break;
    case VERB_ACCEPT_DRAW:
        act_and_commit(deed, RK_ACT_ACCEPT_DRAW, deed->side);
        break;
    case VERB_DECLINE_DRAW:
        act_and_commit(deed, RK_ACT_DECLINE_DRAW, deed->side);
        break;
    case VERB_WITHDRAW_DRAW:
        act_and_commit(deed, RK_ACT_WITHDRAW_DRAW, deed->side);
        break;
    case VERB_CLAIM_DRAW:
        claim_draw(deed);
        break;
    case VERB_FLAG:
        call_flag(deed);
        break;
    case VERB_CLAIM_VICTORY:
    case VERB_CLAIM_ABSENT_DRAW:
        claim_absence(deed);
        break;
    case VERB_ADD_TIME:
        add_time(deed);
        break;
    case VERB_START_CLOCK:
        start_clock(deed);
        break;
    case VERB_CHAT:
        say(deed);
        break;
    case VERB_COUNT:
        refuse(deed, REFUSED_SYNTAX, NULL);
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

/* The command's own id, made unique among all who may speak here: it can then be the
 * store's key. Spectators are told apart by a few letters of their names. */
static void make_key(const struct command *command, unsigned side, char out[EVENT_REQUEST_MAX + 1])
{
    static const char digits[] = "0123456789abcdef";
    uint32_t sum = 0;
    struct text text = text_in(out, EVENT_REQUEST_MAX + 1);
    for (const char *c = command->by.id; *c; c++)
        sum = sum * 31 + (unsigned char)*c;
    text_put(&text, "wbs"[side]);
    for (int i = 0; side == 2 && i < 6; i++)
        text_put(&text, digits[sum >> 4 * i & 15]);
    text_put(&text, ':');
    text_add(&text, command->request);
    text_end(&text);
    if (!*command->request)
        out[0] = 0;
}

/* A paused game goes on when the player to move does something. */
static bool wake(struct deed *deed)
{
    const struct round *round = deed->round;
    const bool leaves = deed->command->verb == VERB_RESIGN || deed->command->verb == VERB_CHAT;
    if (!round_is_paused(round) || deed->side != round_turn(round) || leaves)
        return true;
    return act(deed, (rk_action){.kind = RK_ACT_RESUME, .by = (rk_side)deed->side});
}

static void refuse_over(struct deed *deed)
{
    char words[RK_FAULT_TEXT_MAX] = "the game is over: ";
    const size_t length = strlen(words);
    game_result_sentence(deed->round->game, words + length, sizeof words - length);
    refuse(deed, REFUSED_OVER, words);
}

void conduct(struct round *round, const struct command *command, int64_t at, reply_callback *then,
             void *context)
{
    struct deed deed = {.round = round,
                        .command = command,
                        .side = game_info_side(&round->info, command->by.id),
                        .at = at,
                        .asker = {.then = then, .context = context}};
    const bool talks = command->verb == VERB_CHAT;
    make_key(command, deed.side, deed.key);
    if (round->server->stopping)
        refuse(&deed, REFUSED_STOPPING, NULL);
    else if (strlen(command->request) > REQUEST_MAX)
        refuse(&deed, REFUSED_SYNTAX, "the id of a command has at most 32 characters");
    else if (deed.side == 2 && !(talks && round_may_watch(round, command->by.id)))
        refuse(&deed, REFUSED_FORBIDDEN, "this is not your game");
    else if (reply_again(round, deed.key, command->by.name, then, context))
        return;
    else if (is_stale(round, command))
        refuse(&deed, REFUSED_STALE, NULL);
    else if (round_is_over(round) && !talks)
        refuse_over(&deed);
    else {
        if (deed.side < 2)
            attendance_renew(round, deed.side);
        deed.plan = plan_begin(round, at);
        if (wake(&deed))
            obey(&deed);
    }
}

// ---- what time does --------------------------------------------------------------------------

static bool act_by_itself(struct round *round, rk_action action)
{
    struct plan *plan = plan_begin(round, action.at);
    rk_fault fault = {.text = ""};
    const rk_err err = plan_play(plan, action, &fault);
    if (err)
        log_line(round->server->log, LOG_WARNING, "game %s: %s is not possible: %s", round->info.id,
                 rk_action_name(action.kind), fault.text);
    else
        plan_commit(plan, &(struct asker){.then = NULL});
    return !err;
}

bool conduct_flag(struct round *round)
{
    struct plan *plan = plan_begin(round, round->server->now);
    const rk_err err = plan_flag(plan, lag_grace(&round->seats[round_turn(round)].lag), NULL);
    if (!err)
        plan_commit(plan, &(struct asker){.then = NULL});
    return !err;
}

/* An abort, or a loss where nothing is aborted. */
static bool end_by(struct round *round, enum end_reason cause)
{
    const rk_action action = {.kind = round_can_abort(round) ? RK_ACT_ABORT : RK_ACT_FORFEIT,
                              .by = round_turn(round),
                              .at = round->server->now,
                              .reason = cause};
    return act_by_itself(round, action);
}

bool conduct_no_show(struct round *round)
{
    return end_by(round, END_REASON_NO_SHOW);
}

bool conduct_idle(struct round *round)
{
    return end_by(round, END_REASON_IDLE);
}

bool conduct_pause(struct round *round, int64_t at)
{
    return act_by_itself(round,
                         (rk_action){.kind = RK_ACT_PAUSE, .by = round_turn(round), .at = at});
}

bool conduct_resume(struct round *round)
{
    return act_by_itself(
        round,
        (rk_action){.kind = RK_ACT_RESUME, .by = round_turn(round), .at = round->server->now});
}

bool conduct_forgiven(struct round *round)
{
    const int64_t now = round->server->now;
    struct plan *plan = plan_begin(round, now);
    const rk_side turn = round_turn(round);
    const rk_action pause = {
        .kind = RK_ACT_PAUSE, .by = turn, .at = now - round_forgiven(round, now)};
    const rk_action resumed = {.kind = RK_ACT_RESUME, .by = turn, .at = now};
    if (plan_play(plan, pause, NULL) || plan_play(plan, resumed, NULL)) {
        plan_abandon(plan);
        return false;
    }
    plan_commit(plan, &(struct asker){.then = NULL});
    return true;
}
