/* SPDX-License-Identifier: MIT */
#include "api/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/export_opening.h"
#include "api/export_review.h"
#include "base/milliseconds.h"
#include "base/text.h"
#include "ratings/rating_json.h"
#include "record/game_import.h"
#include "record/game_moves.h"
#include "record/game_status.h"
#include "rookery/roster.h"
#include "rookery/san.h"

enum {
    VALUE_MAX = 320,
    COMMENT_MAX = 64,
    SENTENCE_MAX = 200,
    REVIEW_SENTENCE_MAX = 256,
    IMPORTED_RATING_MAX = 10000
};

// ---- clocks ------------------------------------------------------------------------------------

// With days per move there is no remaining time after a move.
static bool has_clock_rule(const struct exported_game *exported)
{
    const rk_clock_kind kind = exported->info->settings.clock.kind;
    return kind != RK_CLOCK_NONE && kind != RK_CLOCK_DAYS;
}

static bool is_import(const struct exported_game *exported)
{
    return exported->info->source == SOURCE_IMPORT;
}

/* Whether the log has clocks. An imported game may lack them, or have them without a time control.
 */
static bool has_clocks(const struct exported_game *exported)
{
    const struct journal *journal = exported->journal;
    if (!is_import(exported))
        return has_clock_rule(exported);
    for (size_t i = 0; journal && i < journal->count; i++)
        if (journal->events[i].left[RK_WHITE] != INT64_MAX ||
            journal->events[i].left[RK_BLACK] != INT64_MAX)
            return true;
    return false;
}

/* The mover's clock after the move; -1 if unknown. */
static int64_t clock_after(const struct exported_ply *ply)
{
    if (!ply->entry || ply->entry->left[ply->action->by] == INT64_MAX)
        return -1;
    const int64_t left = ply->entry->left[ply->action->by];
    return left < 0 ? 0 : left;
}

/* The time of the last visible change. */
static int64_t last_moved_at(const struct exported_game *exported)
{
    int64_t at = exported->info->created_at;
    const bool all = rk_status_is_over(rk_game_status(exported->game));
    size_t plies = 0;
    for (size_t i = 0; exported->journal && i < exported->journal->count; i++) {
        const struct event *event = &exported->journal->events[i];
        const bool is_move = event->kind == EVENT_ACTION && event->action.kind == RK_ACT_MOVE;
        if (event->kind != EVENT_ACTION || (!all && !is_move))
            continue;
        if (plies + is_move > exported->plies)
            break;
        plies += is_move;
        at = event->at;
    }
    return at;
}

// ---- PGN --------------------------------------------------------------------------------------

static void append_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static void write_tag(rk_pgn_writer *writer, const char *name, const char *value)
{
    rk_pgn_write_tag(writer, (rk_pgn_text){name, strlen(name)},
                     (rk_pgn_text){value, strlen(value)});
}

static void add_padded(struct text *text, int64_t number, int64_t unit)
{
    for (; unit > 1 && number < unit; unit /= 10)
        text_put(text, '0');
    text_number(text, (unsigned long)number);
}

static void write_event_and_site(const struct server *server, const struct game_info *info,
                                 rk_pgn_writer *writer)
{
    char value[VALUE_MAX];
    struct text text = text_in(value, sizeof value);
    text_add(&text, info->settings.rated ? "Rated " : "Casual ");
    text_add(&text, game_settings_perf_name(&info->settings));
    text_add(&text, " game");
    text_end(&text);
    write_tag(writer, "Event", value);
    text = text_in(value, sizeof value);
    text_add(&text, server->config.public_url ? server->config.public_url : "");
    text_put(&text, '/');
    text_add(&text, info->id);
    text_end(&text);
    write_tag(writer, "Site", value);
}

static void write_dates(int64_t at, rk_pgn_writer *writer)
{
    const time_t seconds = (time_t)(at / 1000);
    struct tm utc;
    if (!gmtime_r(&seconds, &utc))
        return;
    char date[24], time[24];
    strftime(date, sizeof date, "%Y.%m.%d", &utc);
    strftime(time, sizeof time, "%H:%M:%S", &utc);
    write_tag(writer, "Date", date);
    write_tag(writer, "UTCDate", date);
    write_tag(writer, "UTCTime", time);
}

static void write_number(rk_pgn_writer *writer, const char *name, const char *format, int number)
{
    char text[16];
    snprintf(text, sizeof text, format, number);
    write_tag(writer, name, text);
}

static void write_ratings(const struct exported_game *exported, rk_pgn_writer *writer)
{
    const struct shown_rating *ratings = exported->info->ratings;
    if (ratings[RK_WHITE].points)
        write_number(writer, "WhiteElo", "%d", ratings[RK_WHITE].points);
    if (ratings[RK_BLACK].points)
        write_number(writer, "BlackElo", "%d", ratings[RK_BLACK].points);
    if (!exported->rating || !exported->rating->changed)
        return;
    write_number(writer, "WhiteRatingDiff", "%+d", rating_result_diff(exported->rating, RK_WHITE));
    write_number(writer, "BlackRatingDiff", "%+d", rating_result_diff(exported->rating, RK_BLACK));
}

static void write_players(const struct exported_game *exported, rk_pgn_writer *writer)
{
    const struct identity *players = exported->info->players;
    write_tag(writer, "White", players[RK_WHITE].name);
    write_tag(writer, "Black", players[RK_BLACK].name);
    write_tag(writer, "Result", rk_game_score(exported->game));
    write_tag(writer, "GameId", exported->info->id);
    write_ratings(exported, writer);
    if (identity_title(&players[RK_WHITE]))
        write_tag(writer, "WhiteTitle", identity_title(&players[RK_WHITE]));
    if (identity_title(&players[RK_BLACK]))
        write_tag(writer, "BlackTitle", identity_title(&players[RK_BLACK]));
}

static void add_stage(struct text *text, const rk_clock_stage *stage)
{
    if (stage->moves) {
        text_number(text, stage->moves);
        text_put(text, '/');
    }
    text_number(text, (unsigned long)(stage->base / 1000));
    text_put(text, '+');
    text_number(text, (unsigned long)(stage->extra / 1000));
}

// PGN has no notation for other clocks, nor for different clocks of the two sides: it gets White's.
static void write_time_control(const rk_time_control *rule, rk_pgn_writer *writer)
{
    char value[VALUE_MAX];
    struct text text = text_in(value, sizeof value);
    if (rule->kind == RK_CLOCK_NONE || rule->kind == RK_CLOCK_DAYS)
        text_put(&text, '-');
    else
        text_add(&text, rule->kind == RK_CLOCK_HOURGLASS ? "*" : "");
    for (unsigned i = 0; rule->kind != RK_CLOCK_DAYS && i < rule->stage_count; i++) {
        text_add(&text, i ? ":" : "");
        add_stage(&text, &rule->stages[RK_WHITE][i]);
    }
    text_end(&text);
    write_tag(writer, "TimeControl", value);
}

static bool has_own_start(const struct game_settings *settings)
{
    return settings->from_position || settings->variant == RK_CHESS960;
}

static void write_start(const struct game_settings *settings, rk_pgn_writer *writer)
{
    write_tag(writer, "Variant", game_settings_variant_name(settings));
    if (!has_own_start(settings))
        return;
    char fen[RK_FEN_MAX];
    rk_fen_write(&settings->start, RK_FEN_PLAIN, fen);
    write_tag(writer, "SetUp", "1");
    write_tag(writer, "FEN", fen);
}

/* The tags that the game came with; ours only say what the game itself has. */
static void write_imported_tags(const struct exported_game *exported,
                                const struct export_flags *flags, rk_pgn_writer *writer)
{
    const char *name, *value;
    for (size_t at = 0; import_tags_next(exported->head, &at, &name, &value);)
        write_tag(writer, name, value);
    write_tag(writer, "Result", rk_game_score(exported->game));
    write_tag(writer, "GameId", exported->info->id);
    write_start(&exported->info->settings, writer);
    if (flags->opening)
        export_opening_tags(exported, writer);
}

static void write_tags(const struct server *server, const struct exported_game *exported,
                       const struct export_flags *flags, rk_pgn_writer *writer)
{
    const struct game_info *info = exported->info;
    if (exported->head) {
        write_imported_tags(exported, flags, writer);
        return;
    }
    write_event_and_site(server, info, writer);
    write_dates(info->created_at, writer);
    write_players(exported, writer);
    write_start(&info->settings, writer);
    write_time_control(&info->settings.clock, writer);
    if (flags->opening)
        export_opening_tags(exported, writer);
    write_tag(writer, "Termination", rk_status_termination(rk_game_status(exported->game)));
}

/* "[%clk 0:04:59]", or "[%clk 0:04:58.67]". */
static void add_time(struct text *text, const char *command, int64_t milliseconds, bool exact)
{
    const int64_t hundredths = (milliseconds + (exact ? 5 : 500)) / 10;
    const int64_t seconds = hundredths / 100;
    text_add(text, text->at == text->start ? "[%" : " [%");
    text_add(text, command);
    text_put(text, ' ');
    text_number(text, (unsigned long)(seconds / 3600));
    text_put(text, ':');
    add_padded(text, seconds / 60 % 60, 10);
    text_put(text, ':');
    add_padded(text, seconds % 60, 10);
    if (exact) {
        text_put(text, '.');
        add_padded(text, hundredths % 100, 10);
    }
    text_put(text, ']');
}

static void add_clocks(const struct exported_game *exported, const struct exported_ply *ply,
                       bool exact, struct text *comment)
{
    const int64_t left = clock_after(ply);
    if (left >= 0)
        add_time(comment, "clk", left, exact);
    if (exact && !is_import(exported))
        add_time(comment, "emt", rk_game_time_taken(exported->game, ply->index), exact);
}

/* What follows a move, 0 being the first: signs and a comment. */
static void write_annotations(const struct exported_game *exported, const struct exported_ply *ply,
                              size_t number, const struct export_flags *flags,
                              rk_pgn_writer *writer)
{
    char comment[3 * COMMENT_MAX + REVIEW_SENTENCE_MAX];
    struct text text = text_in(comment, sizeof comment);
    const unsigned nag = flags->evaluations ? export_review_nag(exported, number) : 0;
    if (nag)
        rk_pgn_write_nag(writer, nag);
    if (flags->evaluations)
        export_review_eval(exported, number, &text);
    if (flags->clocks && has_clocks(exported))
        add_clocks(exported, ply, flags->exact_clocks, &text);
    if (flags->evaluations && flags->literate)
        export_review_sentence(exported, number, &text);
    const size_t size = text_end(&text);
    if (size)
        rk_pgn_write_comment(writer, (rk_pgn_text){comment, size});
}

static void write_moves(const struct exported_game *exported, const struct export_flags *flags,
                        rk_pgn_writer *writer)
{
    struct export_walk walk = {.exported = exported};
    struct exported_ply ply;
    for (size_t number = 0; flags->moves && export_next_ply(&walk, &ply); number++) {
        rk_pgn_write_move(writer, ply.before, ply.action->move);
        write_annotations(exported, &ply, number, flags, writer);
    }
    if (flags->literate && rk_status_is_over(rk_game_status(exported->game))) {
        char sentence[SENTENCE_MAX];
        const size_t size = game_result_sentence(exported->game, sentence, sizeof sentence);
        rk_pgn_write_comment(writer, (rk_pgn_text){sentence, size});
    }
    const char *score = rk_game_score(exported->game);
    rk_pgn_write_end(writer, (rk_pgn_text){score, strlen(score)});
}

// Removes everything up to the first empty line.
static void cut_tags(struct buffer *out, size_t start)
{
    const char *text = buffer_cstr(out);
    const char *end = out->failed ? NULL : strstr(text + start, "\n\n");
    if (!end)
        return;
    const size_t moves = (size_t)(end + 2 - text);
    memmove(out->bytes + start, out->bytes + moves, out->size - moves);
    out->size -= moves - start;
}

void export_pgn(const struct server *server, const struct exported_game *exported,
                const struct export_flags *flags, struct buffer *out)
{
    const size_t start = out->size;
    rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, append_bytes, out);
    write_tags(server, exported, flags, &writer);
    write_moves(exported, flags, &writer);
    buffer_put(out, '\n'); // a second empty line
    if (!flags->tags)
        cut_tags(out, start);
}

/* The tags that the review needs: no names, which may change, and be erased with an account. */
void export_pgn_for_review(const struct exported_game *exported, struct buffer *out)
{
    const struct export_flags flags = {.moves = true, .clocks = true};
    rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, append_bytes, out);
    write_tag(&writer, "Result", rk_game_score(exported->game));
    write_start(&exported->info->settings, &writer);
    write_moves(exported, &flags, &writer);
}

// ---- JSON -------------------------------------------------------------------------------------

void export_player(const struct game_info *info, rk_side side, struct json *json)
{
    const struct identity *who = &info->players[side];
    if (who->role == ROLE_GUEST) { // they have no page and no permanent id
        json_put_text(json, "name", who->name);
        return;
    }
    if (who->role == ROLE_ENGINE) {
        json_put_integer(json, "aiLevel", identity_level(who));
        return;
    }
    json_put_object(json, "user");
    json_put_text(json, "id", who->id);
    json_put_text(json, "name", who->name);
    if (identity_title(who))
        json_put_text(json, "title", identity_title(who));
    json_end_object(json);
    shown_rating_write(info->ratings[side], json);
}

static const char *imported_tag(const struct exported_game *exported, const char *name)
{
    const char *tag, *value;
    for (size_t at = 0; import_tags_next(exported->head, &at, &tag, &value);)
        if (!strcmp(tag, name))
            return value;
    return "";
}

static void write_imported_player(const struct exported_game *exported,
                                  const struct export_flags *flags, rk_side side, struct json *json)
{
    const char *name = imported_tag(exported, side == RK_WHITE ? "White" : "Black");
    const long rating =
        strtol(imported_tag(exported, side == RK_WHITE ? "WhiteElo" : "BlackElo"), NULL, 10);
    json_put_object(json, rk_side_name(side));
    json_put_text(json, "name", *name ? name : "?");
    if (rating > 0 && rating < IMPORTED_RATING_MAX)
        json_put_integer(json, "rating", rating);
    if (flags->evaluations || flags->accuracy)
        export_review_player(exported, side, flags->accuracy, json);
    json_end_object(json);
}

static void write_imported_players(const struct exported_game *exported,
                                   const struct export_flags *flags, struct json *json)
{
    json_put_object(json, "players");
    write_imported_player(exported, flags, RK_WHITE, json);
    write_imported_player(exported, flags, RK_BLACK, json);
    json_end_object(json);
    json_put_object(json, "import");
    json_put_text(json, "date", imported_tag(exported, "Date"));
    json_end_object(json);
}

static void write_json_players(const struct exported_game *exported,
                               const struct export_flags *flags, struct json *json)
{
    const struct game_info *info = exported->info;
    json_put_object(json, "players");
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        json_put_object(json, rk_side_name(side));
        export_player(info, side, json);
        if (exported->rating)
            rating_result_write(exported->rating, side, json);
        if (flags->evaluations || flags->accuracy)
            export_review_player(exported, side, flags->accuracy, json);
        json_end_object(json);
    }
    json_end_object(json);
}

static void write_json_clock(const struct exported_game *exported, struct json *json)
{
    const struct game_settings *settings = &exported->info->settings;
    const rk_clock_stage *stage = &settings->clock.stages[RK_WHITE][0];
    if (settings->clock.kind == RK_CLOCK_DAYS)
        json_put_integer(json, "daysPerTurn", stage->base / DAY_MS);
    if (!has_clock_rule(exported))
        return;
    json_put_object(json, "clock");
    json_put_integer(json, "initial", stage->base / 1000);
    json_put_integer(json, "increment", stage->extra / 1000);
    json_put_integer(json, "totalTime", game_settings_estimate(settings));
    json_end_object(json);
}

static void write_json_moves(const struct exported_game *exported, struct json *json)
{
    struct buffer moves = {0};
    struct export_walk walk = {.exported = exported};
    struct exported_ply ply;
    while (export_next_ply(&walk, &ply)) {
        char san[RK_SAN_MAX];
        const size_t size = rk_san_write(ply.before, ply.action->move, san);
        if (moves.size)
            buffer_put(&moves, ' ');
        buffer_add(&moves, san, size);
    }
    json_put_text(json, "moves", buffer_cstr(&moves));
    buffer_fini(&moves);
}

/* Ends at the first ply without a clock, as imported games may have; 0 would mean a fallen flag. */
static void write_json_clocks(const struct exported_game *exported, struct json *json)
{
    struct export_walk walk = {.exported = exported};
    struct exported_ply ply;
    json_put_array(json, "clocks");
    while (export_next_ply(&walk, &ply) && clock_after(&ply) >= 0)
        json_number(json, (clock_after(&ply) + 5) / 10);
    json_end_array(json);
}

static void write_json_result(const rk_game *game, struct json *json)
{
    json_put_text(json, "status", game_status_key(game));
    const rk_winner winner = rk_game_winner(game);
    if (!rk_status_is_over(rk_game_status(game)))
        return;
    if (winner != RK_NOBODY_WINS)
        json_put_text(json, "winner", rk_side_name(winner == RK_WHITE_WINS ? RK_WHITE : RK_BLACK));
    char sentence[SENTENCE_MAX];
    game_result_sentence(game, sentence, sizeof sentence);
    json_put_text(json, "termination", sentence);
    json_put_text(json, "end", game_end_word(game));
}

static void write_json_pgn(const struct server *server, const struct exported_game *exported,
                           const struct export_flags *flags, struct json *json)
{
    struct buffer pgn = {0};
    export_pgn(server, exported, flags, &pgn);
    json_put_text(json, "pgn", buffer_cstr(&pgn));
    buffer_fini(&pgn);
}

static void write_json_start(const struct game_settings *settings, struct json *json)
{
    char fen[RK_FEN_MAX];
    if (!has_own_start(settings))
        return;
    rk_fen_write(&settings->start, RK_FEN_PLAIN, fen);
    json_put_text(json, "initialFen", fen);
}

/* The position after the last visible move. */
static void write_json_last_fen(const struct exported_game *exported, struct json *json)
{
    struct export_walk walk = {.exported = exported};
    struct exported_ply ply = {.action = NULL};
    while (export_next_ply(&walk, &ply))
        ;
    rk_position position = *rk_game_start(exported->game);
    if (ply.action) {
        rk_undo undo;
        position = *ply.before;
        rk_position_apply(&position, ply.action->move, &undo);
    }
    char fen[RK_FEN_MAX];
    rk_fen_write(&position, RK_FEN_PLAIN, fen);
    json_put_text(json, "lastFen", fen);
}

void export_json(const struct server *server, const struct exported_game *exported,
                 const struct export_flags *flags, struct buffer *out)
{
    const struct game_info *info = exported->info;
    struct json json = json_in(out);
    json_begin_object(&json);
    json_put_text(&json, "id", info->id);
    json_put_bool(&json, "rated", info->settings.rated);
    json_put_text(&json, "variant", game_settings_variant_key(&info->settings));
    json_put_text(&json, "speed", speed_key(game_settings_speed(&info->settings)));
    json_put_text(&json, "perf", game_settings_perf_key(&info->settings));
    json_put_integer(&json, "createdAt", info->created_at);
    json_put_integer(&json, "lastMoveAt", last_moved_at(exported));
    write_json_result(exported->game, &json);
    json_put_text(&json, "source", game_source_name(info->source));
    if (exported->head)
        write_imported_players(exported, flags, &json);
    else
        write_json_players(exported, flags, &json);
    write_json_start(&info->settings, &json);
    if (flags->opening)
        export_opening_json(exported, &json);
    if (flags->last_fen)
        write_json_last_fen(exported, &json);
    if (flags->moves)
        write_json_moves(exported, &json);
    if (flags->clocks && has_clocks(exported))
        write_json_clocks(exported, &json);
    if (flags->evaluations)
        export_review_json(exported, &json);
    if (flags->pgn_in_json)
        write_json_pgn(server, exported, flags, &json);
    write_json_clock(exported, &json);
    json_end_object(&json);
}
