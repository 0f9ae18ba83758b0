/* SPDX-License-Identifier: MIT */
#include "rookery/roster.h"

#include <string.h>

#include "base/milliseconds.h"
#include "base/text.h"
#include "game/start_tags.h"

enum { TIME_CONTROL_MAX = 160, ELAPSED_MAX = 48 };

const char *rk_game_score(const rk_game *game)
{
    static const char *const scores[] = {
        [RK_WHITE_WINS] = "1-0", [RK_BLACK_WINS] = "0-1", [RK_NOBODY_WINS] = "1/2-1/2"};
    const rk_status status = rk_game_status(game);
    if (!rk_status_is_over(status) || status == RK_ABORTED)
        return "*";
    return scores[rk_game_winner(game)];
}

static rk_pgn_text pgn_text(const char *string)
{
    return (rk_pgn_text){string, strlen(string)};
}

static void write_tag(rk_pgn_writer *writer, const char *name, const char *value)
{
    if (*value)
        rk_pgn_write_tag(writer, pgn_text(name), pgn_text(value));
}

static void write_start(const rk_game *game, rk_pgn_writer *writer)
{
    const struct start_tags tags = start_tags_of(rk_game_start(game));
    write_tag(writer, "Variant", tags.variant);
    write_tag(writer, "SetUp", *tags.fen ? "1" : "");
    write_tag(writer, "FEN", tags.fen);
}

// PGN can express stages with increments and the hourglass, but no other clock and no time odds.
static bool is_expressible(const rk_time_control *control)
{
    const bool known = control->kind == RK_CLOCK_FISCHER || control->kind == RK_CLOCK_HOURGLASS;
    return known && !rk_time_control_has_odds(control);
}

// The PGN standard has whole seconds only; for faster games, other programs write decimals too.
static void write_seconds(struct text *text, int64_t milliseconds)
{
    text_number(text, (unsigned long)(milliseconds / SECOND_MS));
    if (milliseconds % SECOND_MS)
        text_put(text, '.');
    for (int64_t rest = milliseconds % SECOND_MS; rest; rest = rest * 10 % SECOND_MS)
        text_number(text, (unsigned long)(rest / 100));
}

static void write_stage(struct text *text, const rk_clock_stage *stage)
{
    if (stage->moves) {
        text_number(text, stage->moves);
        text_put(text, '/');
    }
    write_seconds(text, stage->base);
    if (stage->extra) {
        text_put(text, '+');
        write_seconds(text, stage->extra);
    }
}

static void write_time_control(const rk_time_control *control, rk_pgn_writer *writer)
{
    char buffer[TIME_CONTROL_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    if (control->kind == RK_CLOCK_NONE) {
        text_put(&text, '-');
    } else if (is_expressible(control)) {
        text_add(&text, control->kind == RK_CLOCK_HOURGLASS ? "*" : "");
        for (unsigned i = 0; i < control->stage_count; i++) {
            text_add(&text, i ? ":" : "");
            write_stage(&text, &control->stages[RK_WHITE][i]);
        }
    }
    text_end(&text);
    write_tag(writer, "TimeControl", buffer);
}

static void write_opening(const rk_game *game, rk_pgn_writer *writer)
{
    const rk_opening_line line = rk_game_opening(game);
    if (!line.ply)
        return;
    write_tag(writer, "ECO", line.opening.eco);
    write_tag(writer, "Opening", line.opening.name);
}

void rk_game_write_tags(const rk_game *game, const rk_roster *roster, rk_pgn_writer *writer)
{
    write_tag(writer, "Event", roster->event);
    write_tag(writer, "Site", roster->site);
    write_tag(writer, "Date", roster->date);
    write_tag(writer, "Round", roster->round);
    write_tag(writer, "White", roster->white);
    write_tag(writer, "Black", roster->black);
    write_tag(writer, "Result", rk_game_score(game));
    write_start(game, writer);
    write_time_control(&rk_game_clock(game)->control, writer);
    write_opening(game, writer);
    write_tag(writer, "Termination",
              *roster->termination ? roster->termination
                                   : rk_status_termination(rk_game_status(game)));
}

static void add_padded(struct text *text, int64_t number, int64_t unit)
{
    for (; unit > 1 && number < unit; unit /= 10)
        text_put(text, '0');
    text_number(text, (unsigned long)number);
}

// Milliseconds, so that a resumed game has exactly the clocks it had.
static void write_elapsed(int64_t elapsed, rk_pgn_writer *writer)
{
    char buffer[ELAPSED_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    text_add(&text, "[%emt ");
    text_number(&text, (unsigned long)(elapsed / HOUR_MS));
    text_put(&text, ':');
    add_padded(&text, elapsed / MINUTE_MS % 60, 10);
    text_put(&text, ':');
    add_padded(&text, elapsed / SECOND_MS % 60, 10);
    text_put(&text, '.');
    add_padded(&text, elapsed % SECOND_MS, 100);
    text_put(&text, ']');
    const size_t size = text_end(&text);
    rk_pgn_write_comment(writer, (rk_pgn_text){buffer, size});
}

void rk_game_write_moves(const rk_game *game, rk_pgn_writer *writer)
{
    const bool timed = rk_game_clock(game)->control.kind != RK_CLOCK_NONE;
    for (size_t i = 0; i < rk_game_length(game); i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        rk_pgn_write_move(writer, rk_game_position_before(game, i), action->move);
        if (timed)
            write_elapsed(rk_game_time_taken(game, i), writer);
    }
    rk_pgn_write_end(writer, pgn_text(rk_game_score(game)));
}
