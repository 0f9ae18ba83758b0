/* SPDX-License-Identifier: MIT */
#include "rookery/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/milliseconds.h"
#include "base/text.h"
#include "game/legality.h"
#include "game/status.h"
#include "rookery/san.h"

static const int64_t ADDED_TIME_MAX = INT64_C(365) * 24 * HOUR_MS;

/* The part of a clock that changes during a game: everything after the time control.
 * It is saved as bytes, so that no field can be forgotten. */
enum { CLOCK_STATE_SIZE = sizeof(rk_clock) - offsetof(rk_clock, left) };

/* An action, and the state of the game before it. */
struct entry {
    rk_action action;
    rk_position position;
    unsigned char clock_state[CLOCK_STATE_SIZE];
    rk_status status;
    rk_winner winner;
    rk_side offer; /* the side whose draw offer is open */
};

struct rk_game {
    rk_position start, position;
    rk_clock clock;
    rk_status status;
    rk_winner winner;
    rk_side offer; /* the side whose draw offer is open */
    bool no_undo;
    struct entry *log;
    uint64_t *keys; /* one per entry; a separate array, because counting repetitions scans it */
    size_t length;  /* number of entries that are not undone */
    size_t total;   /* the entries after `length` were undone and can be redone */
    size_t capacity;
};

// ---- repetitions and status ------------------------------------------------------------------

/* The key of a position that a move was played in. Never 0, which marks entries that
 * are not moves. */
static uint64_t log_key(const rk_position *pos)
{
    return pos->key | 1;
}

/* Returns how often `pos`, the current position or one that a move leads to, occurred
 * before. A position from before the last capture or pawn move cannot recur, except in
 * crazyhouse, where captured pieces return. */
static size_t count_earlier(const rk_game *game, const rk_position *pos)
{
    const bool pieces_return = rk_variant_rules((rk_variant)pos->variant) & RK_CAPTURES_DROP;
    size_t plies = pieces_return ? game->length : pos->halfmove_clock;
    size_t found = 0;
    for (size_t i = game->length; i-- > 0 && plies > 0;) {
        if (!game->keys[i])
            continue;
        plies--;
        found += game->keys[i] == log_key(pos) && rk_position_same(&game->log[i].position, pos);
    }
    return found;
}

// Stops at 2: no caller distinguishes more.
static size_t count_moves(const rk_game *game)
{
    size_t moves = 0;
    for (size_t i = 0; i < game->length && moves < 2; i++)
        moves += game->log[i].action.kind == RK_ACT_MOVE;
    return moves;
}

static struct status_input current_input(const rk_game *game)
{
    return (struct status_input){.position = &game->position,
                                 .repetitions = rk_game_repetitions(game),
                                 .moves = count_moves(game)};
}

/* The input for a draw claim: the current position or, if the claim names a legal move,
 * the position after it, which is stored in *next. */
static struct status_input claim_input(const rk_game *game, rk_move move, rk_position *next)
{
    if (move == RK_NO_MOVE)
        return current_input(game);
    rk_undo undo;
    *next = game->position;
    rk_position_apply(next, move, &undo);
    return (struct status_input){.position = next, .repetitions = 1 + count_earlier(game, next)};
}

// ---- checking --------------------------------------------------------------------------------

static rk_err check_status(const rk_game *game, rk_action_kind kind, rk_fault *fault)
{
    if (rk_status_accepts(game->status, kind))
        return RK_OK;
    char message[RK_FAULT_TEXT_MAX];
    struct text text = text_in(message, sizeof message);
    if (rk_status_is_over(game->status)) {
        text_add(&text, "the game is over: ");
        rk_game_result_text(game, text.at, (size_t)(text.end - text.at));
        return fault_set(fault, RK_GAME_OVER, 0, message);
    }
    text_add(&text, rk_action_name(kind));
    text_add(&text, " is not possible: ");
    text_add(&text, rk_status_text(game->status));
    text_end(&text);
    return fault_set(fault, RK_NOT_NOW, 0, message);
}

static rk_err check_turn(const rk_game *game, rk_side by, rk_fault *fault)
{
    if (by == rk_position_turn(&game->position))
        return RK_OK;
    return fault_set(fault, RK_NOT_YOUR_TURN, 0,
                     by == RK_WHITE ? "it is Black's move" : "it is White's move");
}

static rk_err check_move(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    const rk_err err = check_turn(game, action->by, fault);
    if (err)
        return err;
    if (rk_clock_flagged(&game->clock, action->by, action->at - action->lag))
        return fault_set_default(fault, RK_TIME_IS_UP);
    return legality_check(&game->position, action->move, fault);
}

static rk_err check_offer(const rk_game *game, rk_side by, rk_fault *fault)
{
    if (game->offer == RK_NO_SIDE)
        return RK_OK;
    return fault_set(fault, RK_NOT_NOW, 0,
                     game->offer == by ? "your draw offer is already open"
                                       : "the opponent has offered a draw: answer it");
}

static rk_err check_offered_by(const rk_game *game, rk_side by, rk_fault *fault)
{
    return game->offer == by ? RK_OK : fault_set_default(fault, RK_NO_OFFER);
}

static rk_err check_claim(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    rk_err err = check_turn(game, action->by, fault);
    if (!err && action->move != RK_NO_MOVE)
        err = legality_check(&game->position, action->move, fault);
    if (err)
        return err;
    rk_position next;
    const struct status_input input = claim_input(game, action->move, &next);
    return status_can_claim(&input) ? RK_OK : fault_set_default(fault, RK_NO_CLAIM);
}

static rk_err check_has_clock(const rk_game *game, rk_fault *fault)
{
    if (game->clock.control.kind != RK_CLOCK_NONE)
        return RK_OK;
    return fault_set(fault, RK_NOT_NOW, 0, "this game has no clock");
}

static rk_err check_flag(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    const rk_err err = check_has_clock(game, fault);
    if (err || rk_clock_flagged(&game->clock, action->by, action->at - action->lag))
        return err;
    return fault_set_default(fault, RK_NOT_FLAGGED);
}

static rk_err check_added_time(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    const rk_err err = check_has_clock(game, fault);
    if (err || (action->milliseconds > 0 && action->milliseconds <= ADDED_TIME_MAX))
        return err;
    return fault_set(fault, RK_NOT_NOW, 0, "the time to add must be positive and at most one year");
}

static rk_err check_start(const rk_game *game, rk_fault *fault)
{
    const rk_err err = check_has_clock(game, fault);
    if (err || !game->clock.running)
        return err;
    return fault_set(fault, RK_NOT_NOW, 0, "the clock is already running");
}

static rk_err check_action(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    const rk_err err = check_status(game, action->kind, fault);
    if (err)
        return err;
    switch (action->kind) {
    case RK_ACT_MOVE:
        return check_move(game, action, fault);
    case RK_ACT_OFFER_DRAW:
        return check_offer(game, action->by, fault);
    case RK_ACT_ACCEPT_DRAW:
    case RK_ACT_DECLINE_DRAW:
        return check_offered_by(game, rk_side_other(action->by), fault);
    case RK_ACT_WITHDRAW_DRAW:
        return check_offered_by(game, action->by, fault);
    case RK_ACT_CLAIM_DRAW:
        return check_claim(game, action, fault);
    case RK_ACT_FLAG:
        return check_flag(game, action, fault);
    case RK_ACT_ADD_TIME:
        return check_added_time(game, action, fault);
    case RK_ACT_START_CLOCK:
        return check_start(game, fault);
    case RK_ACT_RESIGN:
    case RK_ACT_ABORT:
    case RK_ACT_FORFEIT:
    case RK_ACT_ADJUDICATE:
    case RK_ACT_PAUSE:
    case RK_ACT_RESUME:
    case RK_ACTION_COUNT:
        break;
    }
    return RK_OK;
}

// ---- reserving and committing ----------------------------------------------------------------

// Doubling keeps a long game to a handful of allocations.
static rk_err reserve_entry(rk_game *game)
{
    if (game->length < game->capacity)
        return RK_OK;
    const size_t capacity = game->capacity ? 2 * game->capacity : 32;
    struct entry *log = realloc(game->log, capacity * sizeof *log);
    if (!log)
        return RK_NO_MEMORY;
    game->log = log;
    uint64_t *keys = realloc(game->keys, capacity * sizeof *keys);
    if (!keys)
        return RK_NO_MEMORY;
    game->keys = keys;
    game->capacity = capacity;
    return RK_OK;
}

static void save_state(rk_game *game, const rk_action *action)
{
    struct entry *entry = &game->log[game->length];
    *entry = (struct entry){.action = *action,
                            .position = game->position,
                            .status = game->status,
                            .winner = game->winner,
                            .offer = game->offer};
    memcpy(entry->clock_state, &game->clock.left, CLOCK_STATE_SIZE);
    game->keys[game->length] = action->kind == RK_ACT_MOVE ? log_key(&game->position) : 0;
}

static void restore_state(rk_game *game, const struct entry *entry)
{
    game->position = entry->position;
    game->status = entry->status;
    game->winner = entry->winner;
    game->offer = entry->offer;
    memcpy(&game->clock.left, entry->clock_state, CLOCK_STATE_SIZE);
}

static void change_clock(rk_clock *clock, const rk_action *action)
{
    if (action->kind == RK_ACT_MOVE)
        rk_clock_press(clock, action->at, action->lag);
    else if (action->kind == RK_ACT_PAUSE)
        rk_clock_pause(clock, action->at);
    else if (action->kind == RK_ACT_RESUME)
        rk_clock_resume(clock, action->at);
    else if (action->kind == RK_ACT_ADD_TIME)
        rk_clock_add(clock, action->by, action->milliseconds);
    else if (action->kind == RK_ACT_START_CLOCK)
        rk_clock_start(clock, (rk_side)clock->side, action->at);
}

static rk_side offer_after(rk_side offer, const rk_action *action)
{
    const bool answered = action->kind == RK_ACT_MOVE && offer != action->by;
    if (action->kind == RK_ACT_OFFER_DRAW)
        return action->by;
    if (answered || action->kind == RK_ACT_DECLINE_DRAW || action->kind == RK_ACT_WITHDRAW_DRAW)
        return RK_NO_SIDE;
    return offer;
}

/* Performs an action that was checked and has an entry reserved. Cannot fail. */
static void commit_action(rk_game *game, const rk_action *action)
{
    rk_position next;
    rk_undo undo;
    save_state(game, action);
    const struct status_input claimed = action->kind == RK_ACT_CLAIM_DRAW
                                            ? claim_input(game, action->move, &next)
                                            : (struct status_input){.position = NULL};
    game->length++;
    if (action->kind == RK_ACT_MOVE)
        rk_position_apply(&game->position, action->move, &undo);
    change_clock(&game->clock, action);
    const struct status_input input = claimed.position ? claimed : current_input(game);
    game->status = status_after(game->status, action, &input);
    game->winner = status_winner(game->status, action, &game->position);
    game->offer = offer_after(game->offer, action);
    if (rk_status_is_over(game->status)) {
        game->offer = RK_NO_SIDE;
        rk_clock_pause(&game->clock, action->at);
    }
}

// ---- the game --------------------------------------------------------------------------------

rk_err rk_game_create(const rk_game_setup *setup, rk_game **out)
{
    rk_position start = setup->start;
    if (rk_position_validate(&start))
        return RK_BAD_POSITION;
    rk_game *game = calloc(1, sizeof *game);
    if (!game)
        return RK_NO_MEMORY;
    game->start = game->position = start;
    game->no_undo = setup->no_undo;
    game->clock = rk_clock_make(&setup->clock);
    game->clock.side = start.turn;
    if (setup->clock_started)
        rk_clock_start(&game->clock, rk_position_turn(&start), setup->started_at);
    const struct status_input input = current_input(game);
    game->status = status_of_position(&input);
    game->winner = status_winner(game->status, NULL, &start);
    game->offer = RK_NO_SIDE;
    *out = game;
    return RK_OK;
}

void rk_game_destroy(rk_game *game)
{
    if (!game)
        return;
    free(game->log);
    free(game->keys);
    free(game);
}

rk_err rk_game_play(rk_game *game, rk_action action, rk_fault *fault)
{
    rk_err err = check_action(game, &action, fault);
    if (err)
        return err;
    err = reserve_entry(game);
    if (err)
        return fault_set_default(fault, err);
    commit_action(game, &action);
    game->total = game->length;
    return RK_OK;
}

/* Finds the first square that is not on the board, such as "e9" or "i4"; NULL if all are. */
static const char *find_off_the_board(const char *text, size_t size)
{
    for (size_t i = 0; i + 1 < size; i++) {
        const bool letter = text[i] >= 'a' && text[i] <= 'z';
        const bool digit = text[i + 1] >= '0' && text[i + 1] <= '9';
        if (letter && digit && (text[i] > 'h' || text[i + 1] < '1' || text[i + 1] > '8'))
            return text + i;
    }
    return NULL;
}

static rk_err fail_square(const char *square, size_t offset, rk_fault *fault)
{
    char message[] = "there is no square ..";
    memcpy(message + sizeof message - 3, square, 2);
    return fault_set(fault, RK_OFF_THE_BOARD, offset, message);
}

rk_err rk_game_play_san(rk_game *game, const char *text, size_t size, int64_t at, rk_fault *fault)
{
    rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(&game->position), .at = at};
    rk_err err = check_status(game, action.kind, fault);
    if (!err)
        err = rk_san_parse(&game->position, text, size, RK_NOTATION_PLAIN, &action.move, fault);
    const char *square = err == RK_BAD_SYNTAX ? find_off_the_board(text, size) : NULL;
    if (square)
        return fail_square(square, (size_t)(square - text), fault);
    return err ? err : rk_game_play(game, action, fault);
}

rk_err rk_game_undo(rk_game *game)
{
    if (game->no_undo)
        return RK_UNDO_FORBIDDEN;
    if (!game->length)
        return RK_NOTHING_TO_UNDO;
    restore_state(game, &game->log[--game->length]);
    return RK_OK;
}

rk_err rk_game_redo(rk_game *game)
{
    if (game->length == game->total)
        return RK_NOTHING_TO_REDO;
    const rk_action action = game->log[game->length].action;
    commit_action(game, &action);
    return RK_OK;
}

const rk_position *rk_game_position(const rk_game *game)
{
    return &game->position;
}

const rk_position *rk_game_start(const rk_game *game)
{
    return &game->start;
}

const rk_clock *rk_game_clock(const rk_game *game)
{
    return &game->clock;
}

rk_status rk_game_status(const rk_game *game)
{
    return game->status;
}

rk_winner rk_game_winner(const rk_game *game)
{
    return game->winner;
}

size_t rk_game_result_text(const rk_game *game, char *out, size_t size)
{
    const rk_action *last = game->length ? &game->log[game->length - 1].action : NULL;
    return status_explain(game->status, game->winner, last, &game->position, out, size);
}

size_t rk_game_length(const rk_game *game)
{
    return game->length;
}

size_t rk_game_redo_count(const rk_game *game)
{
    return game->total - game->length;
}

const rk_action *rk_game_action(const rk_game *game, size_t index)
{
    assert(index < game->length);
    return &game->log[index].action;
}

const rk_position *rk_game_position_before(const rk_game *game, size_t index)
{
    assert(index < game->length);
    return &game->log[index].position;
}

int64_t rk_game_time_taken(const rk_game *game, size_t index)
{
    assert(index < game->length);
    rk_clock clock = game->clock;
    memcpy(&clock.left, game->log[index].clock_state, CLOCK_STATE_SIZE);
    return rk_clock_elapsed(&clock, game->log[index].action.at);
}

rk_side rk_game_draw_offer(const rk_game *game)
{
    return game->offer;
}

rk_side rk_game_draw_offer_after(const rk_game *game, size_t index)
{
    assert(index < game->length);
    return index + 1 < game->length ? game->log[index + 1].offer : game->offer;
}

size_t rk_game_repetitions(const rk_game *game)
{
    return 1 + count_earlier(game, &game->position);
}

bool rk_game_can_claim(const rk_game *game)
{
    const struct status_input input = current_input(game);
    return rk_status_accepts(game->status, RK_ACT_CLAIM_DRAW) && status_can_claim(&input);
}
