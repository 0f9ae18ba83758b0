/* SPDX-License-Identifier: MIT */
#include "rookery/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "game/legality.h"
#include "game/status.h"
#include "rookery/san.h"

static const int64_t ADDED_TIME_MAX = INT64_C(365) * 24 * 60 * 60 * 1000;

/* What of a clock changes in a game, as bytes: all that stands behind the rule,
 * so that no field can be forgotten. */
enum { FACE_SIZE = sizeof(rk_clock) - offsetof(rk_clock, left) };

/* An action, and all of the game that it may have changed. */
struct entry {
    rk_action action;
    rk_position position;
    unsigned char face[FACE_SIZE];
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
    uint64_t *traces; /* for each entry; side by side, since every move looks through many */
    size_t length;    /* entries in force; */
    size_t total;     /* those behind them were undone and may be played again */
    size_t capacity;
};

// ---- what the log says -----------------------------------------------------------------------

/* What stays of a position that a move was made in. Never 0: that is for entries
 * that moved nothing. */
static uint64_t trace_of(const rk_position *pos)
{
    return pos->key | 1;
}

/* How often `pos`, reached by a move from here or from the last position, stood
 * before. Behind a capture or a pawn move nothing can be the same, unless
 * captured pieces come back. */
static size_t count_earlier(const rk_game *game, const rk_position *pos)
{
    const bool comes_back = rk_variant_rules((rk_variant)pos->variant) & RK_CAPTURES_DROP;
    size_t plies = comes_back ? game->length : pos->halfmove_clock;
    size_t found = 0;
    for (size_t i = game->length; i-- > 0 && plies > 0;) {
        if (!game->traces[i])
            continue;
        plies--;
        found += game->traces[i] == trace_of(pos) && rk_position_same(&game->log[i].position, pos);
    }
    return found;
}

// Two are as many as anybody asks for.
static size_t count_moves(const rk_game *game)
{
    size_t moves = 0;
    for (size_t i = 0; i < game->length && moves < 2; i++)
        moves += game->log[i].action.kind == RK_ACT_MOVE;
    return moves;
}

static struct status_input ground_of(const rk_game *game)
{
    return (struct status_input){.position = &game->position,
                                 .repetitions = rk_game_repetitions(game),
                                 .moves = count_moves(game)};
}

/* What a claim stands on: the position, or, if a legal move is named, the one it
 * leads to, which is kept in `next`. */
static struct status_input ground_of_claim(const rk_game *game, rk_move move, rk_position *next)
{
    if (move == RK_NO_MOVE)
        return ground_of(game);
    rk_undo undo;
    *next = game->position;
    rk_position_apply(next, move, &undo);
    return (struct status_input){.position = next, .repetitions = 1 + count_earlier(game, next)};
}

// ---- checking --------------------------------------------------------------------------------

static rk_err refuse_by_table(rk_err err, rk_fault *fault)
{
    return legality_refuse(err, rk_err_text(err), fault);
}

static rk_err check_status(const rk_game *game, rk_action_kind kind, rk_fault *fault)
{
    if (rk_status_accepts(game->status, kind))
        return RK_OK;
    char words[RK_FAULT_TEXT_MAX];
    struct text text = text_in(words, sizeof words);
    if (rk_status_is_over(game->status)) {
        text_add(&text, "the game is over: ");
        rk_game_result_text(game, text.at, (size_t)(text.end - text.at));
        return legality_refuse(RK_GAME_OVER, words, fault);
    }
    text_add(&text, rk_action_name(kind));
    text_add(&text, " is not possible: ");
    text_add(&text, rk_status_text(game->status));
    text_end(&text);
    return legality_refuse(RK_NOT_NOW, words, fault);
}

static rk_err check_turn(const rk_game *game, rk_side by, rk_fault *fault)
{
    if (by == rk_position_turn(&game->position))
        return RK_OK;
    return legality_refuse(RK_NOT_YOUR_TURN,
                           by == RK_WHITE ? "it is Black's move" : "it is White's move", fault);
}

static rk_err check_move(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    const rk_err err = check_turn(game, action->by, fault);
    if (err)
        return err;
    if (rk_clock_flagged(&game->clock, action->by, action->at - action->lag))
        return refuse_by_table(RK_TIME_IS_UP, fault);
    return legality_check(&game->position, action->move, fault);
}

static rk_err check_offer(const rk_game *game, rk_side by, rk_fault *fault)
{
    if (game->offer == RK_NO_SIDE)
        return RK_OK;
    return legality_refuse(RK_NOT_NOW,
                           game->offer == by ? "the offer of a draw stands already"
                                             : "the opponent has offered a draw: answer it",
                           fault);
}

static rk_err check_offered_by(const rk_game *game, rk_side by, rk_fault *fault)
{
    return game->offer == by ? RK_OK : refuse_by_table(RK_NO_OFFER, fault);
}

static rk_err check_claim(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    rk_err err = check_turn(game, action->by, fault);
    if (!err && action->move != RK_NO_MOVE)
        err = legality_check(&game->position, action->move, fault);
    if (err)
        return err;
    rk_position next;
    const struct status_input input = ground_of_claim(game, action->move, &next);
    return status_can_claim(&input) ? RK_OK : refuse_by_table(RK_NO_CLAIM, fault);
}

static rk_err check_has_clock(const rk_game *game, rk_fault *fault)
{
    if (game->clock.rule.kind != RK_CLOCK_NONE)
        return RK_OK;
    return legality_refuse(RK_NOT_NOW, "this game is played without a clock", fault);
}

static rk_err check_flag(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    const rk_err err = check_has_clock(game, fault);
    if (err || rk_clock_flagged(&game->clock, action->by, action->at - action->lag))
        return err;
    return refuse_by_table(RK_NOT_FLAGGED, fault);
}

static rk_err check_added_time(const rk_game *game, const rk_action *action, rk_fault *fault)
{
    const rk_err err = check_has_clock(game, fault);
    if (err || (action->milliseconds > 0 && action->milliseconds <= ADDED_TIME_MAX))
        return err;
    return legality_refuse(RK_NOT_NOW, "a clock can be given up to a year", fault);
}

static rk_err check_start(const rk_game *game, rk_fault *fault)
{
    const rk_err err = check_has_clock(game, fault);
    if (err || !game->clock.running)
        return err;
    return legality_refuse(RK_NOT_NOW, "the clock runs already", fault);
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
    uint64_t *traces = realloc(game->traces, capacity * sizeof *traces);
    if (!traces)
        return RK_NO_MEMORY;
    game->traces = traces;
    game->capacity = capacity;
    return RK_OK;
}

static void save(rk_game *game, const rk_action *action)
{
    struct entry *entry = &game->log[game->length];
    *entry = (struct entry){.action = *action,
                            .position = game->position,
                            .status = game->status,
                            .winner = game->winner,
                            .offer = game->offer};
    memcpy(entry->face, &game->clock.left, FACE_SIZE);
    game->traces[game->length] = action->kind == RK_ACT_MOVE ? trace_of(&game->position) : 0;
}

static void restore(rk_game *game, const struct entry *entry)
{
    game->position = entry->position;
    game->status = entry->status;
    game->winner = entry->winner;
    game->offer = entry->offer;
    memcpy(&game->clock.left, entry->face, FACE_SIZE);
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

/* Plays an action that was checked and for which there is room. Cannot fail. */
static void commit(rk_game *game, const rk_action *action)
{
    rk_position next;
    rk_undo undo;
    save(game, action);
    const struct status_input claimed = action->kind == RK_ACT_CLAIM_DRAW
                                            ? ground_of_claim(game, action->move, &next)
                                            : (struct status_input){.position = NULL};
    game->length++;
    if (action->kind == RK_ACT_MOVE)
        rk_position_apply(&game->position, action->move, &undo);
    change_clock(&game->clock, action);
    const struct status_input input = claimed.position ? claimed : ground_of(game);
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
    const struct status_input input = ground_of(game);
    game->status = status_of(&input);
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
    free(game->traces);
    free(game);
}

rk_err rk_game_play(rk_game *game, rk_action action, rk_fault *fault)
{
    rk_err err = check_action(game, &action, fault);
    if (err)
        return err;
    err = reserve_entry(game);
    if (err)
        return refuse_by_table(err, fault);
    commit(game, &action);
    game->total = game->length;
    return RK_OK;
}

/* Where in the text a square is named that no board has: "e9", "i4"; NULL if nowhere. */
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

static rk_err refuse_square(const char *square, size_t offset, rk_fault *fault)
{
    char words[] = "there is no square ..";
    memcpy(words + sizeof words - 3, square, 2);
    const rk_err err = legality_refuse(RK_OFF_THE_BOARD, words, fault);
    if (fault)
        fault->offset = offset;
    return err;
}

rk_err rk_game_move(rk_game *game, const char *text, size_t size, int64_t at, rk_fault *fault)
{
    rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(&game->position), .at = at};
    rk_err err = check_status(game, action.kind, fault);
    if (!err)
        err = rk_san_parse(&game->position, text, size, &action.move, fault);
    const char *square = err == RK_BAD_SYNTAX ? find_off_the_board(text, size) : NULL;
    if (square)
        return refuse_square(square, (size_t)(square - text), fault);
    return err ? err : rk_game_play(game, action, fault);
}

rk_err rk_game_undo(rk_game *game)
{
    if (game->no_undo)
        return RK_UNDO_FORBIDDEN;
    if (!game->length)
        return RK_NOTHING_TO_UNDO;
    restore(game, &game->log[--game->length]);
    return RK_OK;
}

rk_err rk_game_redo(rk_game *game)
{
    if (game->length == game->total)
        return RK_NOTHING_TO_REDO;
    const rk_action action = game->log[game->length].action;
    commit(game, &action);
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
    memcpy(&clock.left, game->log[index].face, FACE_SIZE);
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
    const struct status_input input = ground_of(game);
    return rk_status_accepts(game->status, RK_ACT_CLAIM_DRAW) && status_can_claim(&input);
}
