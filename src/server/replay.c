/* SPDX-License-Identifier: MIT */
#include "server/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rookery/san.h"

/* A finished game answers repeated commands by its last few events only. */
enum { REQUESTS_KEPT = 8 };

// ---- the journal -----------------------------------------------------------------------------

void journal_fini(struct journal *journal)
{
    free(journal->events);
    *journal = (struct journal){.events = NULL};
}

rk_err journal_add(struct journal *journal, const struct event *event)
{
    if (journal->count == journal->capacity) {
        const size_t capacity = journal->capacity ? journal->capacity * 2 : 8;
        struct event *events = realloc(journal->events, capacity * sizeof *events);
        if (!events)
            return RK_NO_MEMORY;
        journal->events = events;
        journal->capacity = capacity;
    }
    journal->events[journal->count++] = *event;
    return RK_OK;
}

rk_err journal_decode(struct journal *journal, const void *bytes, size_t size, rk_fault *fault)
{
    const unsigned char *at = bytes;
    while (size > 0) {
        struct event event;
        size_t used;
        rk_err err = event_decode(at, size, &event, &used, fault);
        if (!err)
            err = journal_add(journal, &event);
        if (err)
            return err;
        at += used;
        size -= used;
    }
    return RK_OK;
}

void journal_encode(const struct journal *journal, struct buffer *out)
{
    for (size_t i = 0; i < journal->count; i++) {
        struct event event = journal->events[i];
        if (i + REQUESTS_KEPT < journal->count)
            event.request[0] = 0;
        event_encode(&event, out);
    }
}

// ---- the game --------------------------------------------------------------------------------

static rk_err refuse(size_t index, const char *why, rk_fault *fault)
{
    if (fault) {
        *fault = (rk_fault){.err = RK_BAD_RECORD, .offset = index};
        snprintf(fault->text, sizeof fault->text, "entry %zu of the log: %.120s", index + 1, why);
    }
    return RK_BAD_RECORD;
}

/* The clocks are facts of the log: if they come out otherwise, something is wrong with it. */
static bool clocks_agree(const rk_game *game, const struct event *event)
{
    const rk_clock *clock = rk_game_clock(game);
    return rk_clock_left(clock, RK_WHITE, event->action.at) == event->left[RK_WHITE] &&
           rk_clock_left(clock, RK_BLACK, event->action.at) == event->left[RK_BLACK];
}

static rk_err replay_event(rk_game *game, const struct event *event, size_t index, rk_fault *fault)
{
    rk_fault why = {.text = ""};
    if (event->kind != EVENT_ACTION)
        return RK_OK;
    const rk_err err = rk_game_play(game, event->action, &why);
    if (err == RK_NO_MEMORY)
        return err;
    if (err)
        return refuse(index, why.text, fault);
    if (!clocks_agree(game, event))
        return refuse(index, "the clocks are not those that were written", fault);
    return RK_OK;
}

rk_err replay(const struct head *head, const struct journal *journal, rk_game **out,
              rk_fault *fault)
{
    rk_game *game;
    const rk_game_setup setup = {
        .start = head->terms.start, .clock = head->terms.clock, .no_undo = true};
    rk_err err = rk_game_create(&setup, &game);
    if (err == RK_NO_MEMORY)
        return err;
    if (err)
        return refuse(0, rk_err_text(err), fault);
    for (size_t i = 0; !err && i < journal->count; i++)
        err = replay_event(game, &journal->events[i], i, fault);
    if (err)
        rk_game_destroy(game);
    else
        *out = game;
    return err;
}

// ---- how it stands ---------------------------------------------------------------------------

static const struct {
    const char *key;
    unsigned number;
} statuses[RK_STATUS_COUNT] = {
    [RK_CREATED] = {"started", 20},
    [RK_OPENED] = {"started", 20},
    [RK_ACTIVE] = {"started", 20},
    [RK_CHECK] = {"started", 20},
    [RK_PAUSED] = {"started", 20},
    [RK_ABORTED] = {"aborted", 25},
    [RK_WON_BY_CHECKMATE] = {"mate", 30},
    [RK_RESIGNED] = {"resign", 31},
    [RK_DRAWN_BY_STALEMATE] = {"stalemate", 32},
    [RK_FORFEITED] = {"timeout", 33},
    [RK_DRAWN_BY_AGREEMENT] = {"draw", 34},
    [RK_DRAWN_BY_REPETITION] = {"draw", 34},
    [RK_DRAWN_BY_FIVEFOLD] = {"draw", 34},
    [RK_DRAWN_BY_FIFTY] = {"draw", 34},
    [RK_DRAWN_BY_SEVENTY_FIVE] = {"draw", 34},
    [RK_DRAWN_BY_MATERIAL] = {"draw", 34},
    [RK_TIMED_OUT] = {"outoftime", 35},
    [RK_DRAWN_ON_TIME] = {"outoftime", 35},
    [RK_ADJUDICATED] = {"unknownFinish", 38},
    [RK_VARIANT_END] = {"variantEnd", 60},
};

/* What an arbiter's draw was: a player away who is to move, or a game too long. */
static bool is_draw_by_absence(const rk_game *game)
{
    const rk_action *last = rk_game_action(game, rk_game_length(game) - 1);
    return last->by == rk_position_turn(rk_game_position(game));
}

static rk_status status_for_api(const rk_game *game)
{
    const rk_status status = rk_game_status(game);
    if (status != RK_ADJUDICATED || rk_game_winner(game) != RK_NOBODY_WINS)
        return status;
    return is_draw_by_absence(game) ? RK_FORFEITED : RK_DRAWN_BY_AGREEMENT;
}

const char *status_key(const rk_game *game)
{
    return statuses[status_for_api(game)].key;
}

unsigned status_number(const rk_game *game)
{
    return statuses[status_for_api(game)].number;
}

static void explain_abort(const rk_game *game, struct text *text)
{
    const rk_action *last = rk_game_action(game, rk_game_length(game) - 1);
    const char *name = last->by == RK_WHITE ? "White" : "Black";
    if (last->lag) {
        text_add(text, "Aborted: ");
        text_add(text, name);
        text_add(text, " did not make the first move in time");
        return;
    }
    text_add(text, name);
    text_add(text, " aborted the game");
}

static void explain_draw(const rk_game *game, struct text *text)
{
    const rk_position *position = rk_game_position(game);
    if (!is_draw_by_absence(game)) {
        text_add(text, "Draw: the game has become too long");
        return;
    }
    const rk_side away = rk_position_turn(position);
    text_add(text, away == RK_WHITE ? "Draw: White left the game" : "Draw: Black left the game");
    if (!rk_position_can_win(position, rk_side_other(away)))
        text_add(text, away == RK_WHITE ? ", but Black cannot win" : ", but White cannot win");
}

size_t status_reason(const rk_game *game, char *out, size_t size)
{
    struct text text = text_in(out, size);
    const rk_status status = rk_game_status(game);
    if (status == RK_ABORTED)
        explain_abort(game, &text);
    else if (status == RK_ADJUDICATED && rk_game_winner(game) == RK_NOBODY_WINS)
        explain_draw(game, &text);
    else
        return rk_game_result_text(game, out, size);
    return text_end(&text);
}

size_t game_plies(const rk_game *game)
{
    size_t plies = 0;
    for (size_t i = 0; i < rk_game_length(game); i++)
        plies += rk_game_action(game, i)->kind == RK_ACT_MOVE;
    return plies;
}

size_t game_move_write(const struct head *head, const rk_position *before, rk_move move, char *out)
{
    if (!head->terms.from_position || rk_move_what(move) != RK_CASTLING)
        return rk_uci_write(before, move, out);
    const rk_square squares[] = {rk_move_from(move), rk_move_to(move)};
    struct text text = text_in(out, RK_UCI_MAX);
    for (int i = 0; i < 2; i++) {
        text_put(&text, (char)('a' + rk_square_file(squares[i])));
        text_put(&text, (char)('1' + rk_square_rank(squares[i])));
    }
    return text_end(&text);
}

size_t game_moves_write(const struct head *head, const rk_game *game, size_t plies,
                        struct buffer *out)
{
    char uci[RK_UCI_MAX];
    size_t written = 0;
    for (size_t i = 0; i < rk_game_length(game) && written < plies; i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        if (written++)
            buffer_put(out, ' ');
        buffer_add(out, uci, game_move_write(head, rk_game_before(game, i), action->move, uci));
    }
    return written;
}
