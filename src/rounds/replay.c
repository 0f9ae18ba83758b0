/* SPDX-License-Identifier: MIT */
#include "rounds/replay.h"

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
    for (size_t i = 0; i < journal->count; i++)
        if (journal->events[i].kind == EVENT_CHAT)
            free((char *)(uintptr_t)journal->events[i].text); // its own copy
    free(journal->events);
    free(journal->marks);
    *journal = (struct journal){.events = NULL};
}

rk_err journal_reserve(struct journal *journal, size_t more)
{
    size_t capacity = journal->capacity ? journal->capacity : 8;
    while (capacity < journal->count + more)
        capacity *= 2;
    if (capacity == journal->capacity)
        return RK_OK;
    struct event *events = realloc(journal->events, capacity * sizeof *events);
    if (events)
        journal->events = events;
    uint32_t *marks = realloc(journal->marks, capacity * sizeof *marks);
    if (marks)
        journal->marks = marks;
    if (!events || !marks)
        return RK_NO_MEMORY;
    journal->capacity = capacity;
    return RK_OK;
}

static uint32_t mark_of(const char *request)
{
    uint32_t mark = 0;
    for (; *request; request++)
        mark = (mark + (unsigned char)*request) * 0x9e3779b1u;
    return mark;
}

size_t journal_find(const struct journal *journal, const char *request, size_t end)
{
    const uint32_t mark = mark_of(request);
    for (size_t i = end; i-- > 0;)
        if (journal->marks[i] == mark && !strcmp(journal->events[i].request, request))
            return i;
    return SIZE_MAX;
}

void journal_put(struct journal *journal, const struct event *event, char *taken_text)
{
    journal->marks[journal->count] = mark_of(event->request);
    struct event *entry = &journal->events[journal->count++];
    *entry = *event;
    entry->text = taken_text;
}

rk_err journal_add(struct journal *journal, const struct event *event)
{
    const rk_err err = journal_reserve(journal, 1);
    char *text = !err && event->kind == EVENT_CHAT ? strdup(event->text) : NULL;
    if (err || (event->kind == EVENT_CHAT && !text))
        return RK_NO_MEMORY;
    journal_put(journal, event, text);
    return RK_OK;
}

rk_err journal_decode(struct journal *journal, const void *bytes, size_t size, rk_fault *fault)
{
    const unsigned char *at = bytes;
    while (size > 0) {
        struct event event;
        char text[EVENT_TEXT_MAX + 1];
        size_t used;
        rk_err err = event_decode(at, size, &event, text, &used, fault);
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

rk_err replay(const struct game_info *info, const struct journal *journal, rk_game **out,
              rk_fault *fault)
{
    rk_game *game;
    const rk_game_setup setup = {.start = info->settings.start, .clock = info->settings.clock};
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

static enum end_reason cause_of(const rk_game *game)
{
    const size_t length = rk_game_length(game);
    const rk_action *last = length ? rk_game_action(game, length - 1) : NULL;
    return last ? (enum end_reason)last->reason : END_REASON_NONE;
}

static const char no_show_key[] = "noStart";
static const char material_key[] = "insufficientMaterialClaim";
enum { NO_SHOW_NUMBER = 37, MATERIAL_NUMBER = 39 };

/* Whose words and number it has in the API, where that is not its own. */
static rk_status status_for_api(const rk_game *game)
{
    const rk_status status = rk_game_status(game);
    if (status != RK_ADJUDICATED || rk_game_winner(game) != RK_NOBODY_WINS)
        return status;
    return cause_of(game) == END_REASON_ABSENCE ? RK_FORFEITED : RK_DRAWN_BY_AGREEMENT;
}

static bool is_no_show(const rk_game *game)
{
    return rk_game_status(game) == RK_FORFEITED && cause_of(game) == END_REASON_NO_SHOW;
}

static bool is_material_claim(const rk_game *game)
{
    return rk_game_status(game) == RK_ADJUDICATED && cause_of(game) == END_REASON_MATERIAL;
}

const char *game_status_key(const rk_game *game)
{
    if (is_no_show(game))
        return no_show_key;
    return is_material_claim(game) ? material_key : statuses[status_for_api(game)].key;
}

unsigned game_status_number(const rk_game *game)
{
    if (is_no_show(game))
        return NO_SHOW_NUMBER;
    return is_material_claim(game) ? MATERIAL_NUMBER : statuses[status_for_api(game)].number;
}

// ---- in words --------------------------------------------------------------------------------

static const char *name_of(rk_side side)
{
    return side == RK_WHITE ? "White" : "Black";
}

static void say(struct text *text, const char *before, rk_side side, const char *behind)
{
    text_add(text, before);
    text_add(text, name_of(side));
    text_add(text, behind);
}

/* What is said of an end with a cause; false: the game's own words will do. */
static bool explain(const rk_game *game, const rk_action *last, struct text *text)
{
    const bool aborted = last->kind == RK_ACT_ABORT;
    const rk_side other = rk_side_other(last->by);
    switch (cause_of(game)) {
    case END_REASON_NONE:
        if (aborted)
            say(text, "", last->by, " aborted the game");
        return aborted;
    case END_REASON_LENGTH:
        text_add(text, "Draw: the game has become too long");
        break;
    case END_REASON_ABSENCE:
        say(text, "Draw: ", last->by, " left the game");
        if (!rk_position_can_win(rk_game_position(game), other))
            say(text, ", but ", other, " cannot win");
        break;
    case END_REASON_MATERIAL:
        say(text, "Draw: ", other, " cannot win by any sequence of legal moves");
        break;
    case END_REASON_NO_SHOW:
        if (!aborted)
            say(text, "", other, " wins: ");
        say(text, aborted ? "Aborted: " : "", last->by, " did not make the first move in time");
        break;
    case END_REASON_IDLE:
        if (!aborted)
            say(text, "", other, " wins: ");
        say(text, aborted ? "Aborted: " : "", last->by, " did not move for three weeks");
        break;
    case END_REASON_FLAG:
        say(text, "Draw: ", last->by, "'s time ran out while ");
        say(text, "", other, "'s offer of a draw stood");
        break;
    case END_REASON_AGREED:
        text_add(text, "Aborted: both players asked for it");
        break;
    }
    return true;
}

size_t game_result_sentence(const rk_game *game, char *out, size_t size)
{
    struct text text = text_in(out, size);
    const size_t length = rk_game_length(game);
    const bool over = rk_status_is_over(rk_game_status(game));
    if (over && length && explain(game, rk_game_action(game, length - 1), &text))
        return text_end(&text);
    return rk_game_result_text(game, out, size);
}

size_t game_plies(const rk_game *game)
{
    // Every game has a clock, if only one that counts.
    const rk_clock *clock = rk_game_clock(game);
    return (size_t)clock->moves[RK_WHITE] + clock->moves[RK_BLACK];
}

size_t game_move_write(const struct game_info *info, const rk_position *before, rk_move move,
                       char *out)
{
    if (!info->settings.from_position || rk_move_type(move) != RK_CASTLING)
        return rk_uci_write(before, move, out);
    const rk_square squares[] = {rk_move_from(move), rk_move_to(move)};
    struct text text = text_in(out, RK_UCI_MAX);
    for (int i = 0; i < 2; i++) {
        text_put(&text, (char)('a' + rk_square_file(squares[i])));
        text_put(&text, (char)('1' + rk_square_rank(squares[i])));
    }
    return text_end(&text);
}

size_t game_moves_write(const struct game_info *info, const rk_game *game, size_t plies,
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
        buffer_add(out, uci,
                   game_move_write(info, rk_game_position_before(game, i), action->move, uci));
    }
    return written;
}
