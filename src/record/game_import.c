/* SPDX-License-Identifier: MIT */
#include "record/game_import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "record/game_moves.h"
#include "record/game_status.h"
#include "record/journal.h"
#include "rookery/pgn.h"
#include "rookery/roster.h"

enum {
    TOKEN_SHOWN_MAX = 40,
    TIME_TEXT_SIZE = 64,
    BASE_MAX_S = 24 * 3600,
    EXTRA_MAX_S = 3600,
    RESULT_SIZE = 8
};

static const char tag_prefix[] = "tags.";

/* The game being read. */
struct importer {
    struct import_result *result;
    int64_t now;
    struct imported_game *current;
    rk_pgn_place place;
    rk_game *game; /* NULL before the moves, and after an error */
    struct journal journal;
    int64_t left[2];              /* the clocks so far; INT64_MAX: unknown */
    char result_tag[RESULT_SIZE]; /* for a game without a result after the moves */
};

// ---- errors ----------------------------------------------------------------------------------

static void refuse_game(struct importer *importer, const char *why)
{
    struct imported_game *current = importer->current;
    if (!*current->why)
        snprintf(current->why, sizeof current->why, "%s", *why ? why : "the game cannot be read");
}

static rk_pgn_next on_error(void *data, const rk_pgn_error *error)
{
    struct importer *importer = data;
    char why[IMPORT_WHY_SIZE], token[TOKEN_SHOWN_MAX + 1];
    const size_t size = error->token.size < TOKEN_SHOWN_MAX ? error->token.size : TOKEN_SHOWN_MAX;
    memcpy(token, error->token.at ? error->token.at : "", size);
    token[size] = '\0';
    snprintf(why, sizeof why, "line %llu: %s%s%s", (unsigned long long)error->place.line, token,
             size ? ": " : "", error->fault.text);
    refuse_game(importer, why);
    return RK_PGN_CONTINUE;
}

/* Names the move, as on a score sheet. */
static void refuse_move(struct importer *importer, rk_pgn_text san, const char *fault)
{
    const rk_position *position = rk_game_position(importer->game);
    const bool is_white = rk_position_turn(position) == RK_WHITE;
    char why[IMPORT_WHY_SIZE];
    snprintf(why, sizeof why, "move %u%s%.*s: %s", position->move_number, is_white ? ". " : "... ",
             (int)(san.size < TOKEN_SHOWN_MAX ? san.size : TOKEN_SHOWN_MAX), san.at, fault);
    refuse_game(importer, why);
}

static rk_pgn_next stop_for_memory(struct importer *importer)
{
    importer->result->no_memory = true;
    return RK_PGN_STOP;
}

// ---- tags ------------------------------------------------------------------------------------

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct importer *importer = data;
    struct import_result *result = importer->result;
    if (result->count == IMPORT_GAMES_MAX) {
        result->too_many = true;
        return RK_PGN_STOP;
    }
    importer->place = place;
    importer->current = &result->games[result->count++];
    importer->left[RK_WHITE] = importer->left[RK_BLACK] = INT64_MAX;
    *importer->result_tag = '\0';
    return RK_PGN_CONTINUE;
}

/* These are written from the game itself. */
static bool is_own_tag(const char *name)
{
    static const char *const names[] = {"Result", "FEN", "SetUp", "Variant", "GameId"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* Control characters become blanks, bytes that are not UTF-8 question marks; a character that does
 * not fit whole is dropped. */
static void copy_clean(char *out, size_t out_size, const char *text, size_t size)
{
    size_t used = 0;
    for (size_t at = 0; at < size && text[at];) {
        const size_t length = utf8_size(text + at, size - at);
        if (used + (length ? length : 1) >= out_size)
            break;
        const char *next = text + at;
        const bool is_control = utf8_is_control(utf8_next(&next, text + size));
        const size_t added = length && !is_control ? length : 1;
        memcpy(out + used, !length ? "?" : is_control ? " " : text + at, added);
        used += added;
        at += length ? length : 1;
    }
    out[used] = '\0';
}

/* Other names cannot be written as PGN again. */
static bool is_tag_name(rk_pgn_text name)
{
    for (size_t i = 0; i < name.size; i++) {
        const char c = name.at[i], lower = (char)(c | ' ');
        if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9') && c != '_')
            return false;
    }
    return name.size && name.size <= IMPORT_TAG_NAME_MAX;
}

/* Returns the tag of the same name among those before it; NULL if there is none. */
static struct import_tag *find_tag_before(struct imported_game *game, const struct import_tag *tag)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (!strcmp(game->tags[i].name, tag->name))
            return &game->tags[i];
    return NULL;
}

static rk_pgn_next add_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct importer *importer = data;
    struct imported_game *current = importer->current;
    char unescaped[4 * IMPORT_TAG_VALUE_MAX];
    if (!is_tag_name(name) || current->tag_count == IMPORT_TAGS_MAX)
        return RK_PGN_CONTINUE;
    struct import_tag *tag = &current->tags[current->tag_count];
    memcpy(tag->name, name.at, name.size);
    tag->name[name.size] = '\0';
    struct import_tag *const earlier = find_tag_before(current, tag);
    const size_t size = rk_pgn_unescape(value, unescaped, sizeof unescaped);
    copy_clean(tag->value, sizeof tag->value, unescaped, size);
    if (!strcmp(tag->name, "Result"))
        copy_clean(importer->result_tag, sizeof importer->result_tag, unescaped, size);
    if (earlier) // the last one counts
        memcpy(earlier->value, tag->value, sizeof tag->value);
    else if (!is_own_tag(tag->name))
        current->tag_count++;
    return RK_PGN_CONTINUE;
}

static const char *find_tag(const struct imported_game *game, const char *name)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (!strcmp(game->tags[i].name, name))
            return game->tags[i].value;
    return "";
}

// ---- the start -------------------------------------------------------------------------------

/* PGN's "300+3" or "300"; anything else has no clock here, but stays a tag. */
static rk_time_control read_time_control(const char *text)
{
    rk_time_control control = {.kind = RK_CLOCK_NONE};
    char *end, own[TIME_TEXT_SIZE];
    const unsigned long base = strtoul(text, &end, 10);
    const unsigned long extra = *end == '+' ? strtoul(end + 1, &end, 10) : 0;
    if (end == text || *end || *text < '0' || *text > '9' || base > BASE_MAX_S ||
        extra > EXTRA_MAX_S || !(base + extra))
        return control;
    const int size = snprintf(own, sizeof own, "%lus+%lu", base, extra);
    if (rk_time_control_parse(own, (size_t)size, &control, NULL))
        control = (rk_time_control){.kind = RK_CLOCK_NONE};
    return control;
}

/* A name of the game; its tag has all of it. Players of imported games have no account here. */
static struct identity make_player(const struct imported_game *game, rk_side side)
{
    struct identity who = {.id = "*", .role = ROLE_GUEST};
    const char *name = find_tag(game, side == RK_WHITE ? "White" : "Black");
    copy_clean(who.name, sizeof who.name, *name ? name : "?", strlen(*name ? name : "?"));
    return who;
}

static bool is_usual_start(const rk_position *start)
{
    const rk_position usual = rk_position_start((rk_variant)start->variant);
    return rk_position_same(start, &usual) && start->move_number == usual.move_number;
}

static rk_pgn_next begin_moves(void *data, const rk_position *start)
{
    struct importer *importer = data;
    struct imported_game *current = importer->current;
    const rk_game_setup setup = {.start = *start};
    current->info.source = SOURCE_IMPORT;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        current->info.players[side] = make_player(current, side);
    current->info.settings = (struct game_settings){
        .variant = (rk_variant)start->variant,
        .from_position = (rk_variant)start->variant != RK_CHESS960 && !is_usual_start(start),
        .start = *start,
        .clock = read_time_control(find_tag(current, "TimeControl"))};
    const rk_err err = rk_game_create(&setup, &importer->game);
    if (err == RK_NO_MEMORY)
        return stop_for_memory(importer);
    if (err)
        refuse_game(importer, rk_err_text(err));
    return err ? RK_PGN_SKIP : RK_PGN_CONTINUE;
}

// ---- moves -----------------------------------------------------------------------------------

/* Plays an action, and adds it to the log. */
static rk_err play_action(struct importer *importer, rk_action action, rk_fault *fault)
{
    struct event event = {.kind = EVENT_ACTION, .at = importer->now, .action = action};
    event.action.at = importer->now;
    if (action.kind == RK_ACT_MOVE)
        importer->left[action.by] = INT64_MAX; // unless a comment follows
    memcpy(event.left, importer->left, sizeof event.left);
    const rk_err err = rk_game_play(importer->game, event.action, fault);
    return err ? err : journal_add(&importer->journal, &event);
}

static rk_pgn_next add_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct importer *importer = data;
    rk_fault fault = {.text = ""};
    if (!importer->game)
        return RK_PGN_SKIP;
    if (move == RK_NO_MOVE) {
        refuse_move(importer, san, "a null move cannot be imported");
        return RK_PGN_SKIP;
    }
    if (++importer->current->plies > IMPORT_PLIES_MAX) {
        refuse_move(importer, san, "the game is too long: at most 500 moves");
        return RK_PGN_SKIP;
    }
    const rk_err err = play_action(
        importer, (rk_action){.kind = RK_ACT_MOVE, .by = rk_position_turn(before), .move = move},
        &fault);
    if (err == RK_NO_MEMORY)
        return stop_for_memory(importer);
    if (err)
        refuse_move(importer, san, fault.text);
    return err ? RK_PGN_SKIP : RK_PGN_CONTINUE;
}

/* A comment follows its move: its clock is that of the player who has just moved. */
static rk_pgn_next add_comment(void *data, rk_pgn_text text)
{
    struct importer *importer = data;
    struct journal *journal = &importer->journal;
    const rk_pgn_annotations annotations = rk_pgn_annotations_read(text);
    if (!(annotations.found & RK_PGN_CLOCK) || !journal->count)
        return RK_PGN_CONTINUE;
    struct event *last = &journal->events[journal->count - 1];
    importer->left[last->action.by] = annotations.clock_ms;
    last->left[last->action.by] = annotations.clock_ms;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next skip_variation(void *data)
{
    (void)data;
    return RK_PGN_SKIP;
}

// ---- the end ---------------------------------------------------------------------------------

static bool termination_is(const struct imported_game *game, const char *what)
{
    return !strcasecmp(find_tag(game, "Termination"), what);
}

static bool text_is(rk_pgn_text text, const char *what)
{
    return text.size == strlen(what) && !memcmp(text.at, what, text.size);
}

/* How a game ended whose last position is not decided: by its result and the Termination tag. */
static rk_action make_end(const struct imported_game *game, rk_pgn_text result)
{
    rk_action end = {.kind = RK_ACT_ABORT, .reason = END_REASON_IMPORT};
    const bool white_won = text_is(result, "1-0");
    const bool black_won = text_is(result, "0-1");
    if (text_is(result, "1/2-1/2")) {
        end.kind = RK_ACT_ADJUDICATE;
        end.winner = RK_NOBODY_WINS;
    } else if (white_won || black_won) {
        const char *termination = find_tag(game, "Termination");
        const bool is_plain = !*termination || termination_is(game, "normal");
        end.by = white_won ? RK_BLACK : RK_WHITE;
        end.winner = white_won ? RK_WHITE_WINS : RK_BLACK_WINS;
        end.kind = is_plain                            ? RK_ACT_RESIGN
                   : termination_is(game, "abandoned") ? RK_ACT_FORFEIT
                                                       : RK_ACT_ADJUDICATE;
        if (termination_is(game, "time forfeit"))
            end.reason = END_REASON_IMPORT_FLAG;
    }
    return end;
}

static bool is_result(rk_pgn_text text)
{
    return text_is(text, "1-0") || text_is(text, "0-1") || text_is(text, "1/2-1/2");
}

/* The end of the game on the board goes before the result after the moves, and that before the
 * tag. What gives way is reported. */
static void compare_results(const struct importer *importer, rk_pgn_text result)
{
    struct imported_game *current = importer->current;
    const rk_pgn_text tag = {importer->result_tag, strlen(importer->result_tag)};
    const rk_pgn_text given = is_result(result) ? result : tag;
    const char *score = rk_game_score(importer->game);
    const unsigned long long line = importer->place.line;
    if (is_result(given) && !text_is(given, score)) {
        char end[IMPORT_WHY_SIZE / 2];
        rk_game_result_text(importer->game, end, sizeof end);
        snprintf(current->warning, sizeof current->warning,
                 "line %llu: %s, but the result in the PGN is %.*s", line, end, (int)given.size,
                 given.at);
    } else if (is_result(tag) && is_result(result) && !text_is(tag, score)) {
        snprintf(current->warning, sizeof current->warning,
                 "line %llu: the Result tag says %s, but the moves end with %s", line, tag.at,
                 score);
    }
}

static rk_err finish_game(struct importer *importer, rk_pgn_text result, rk_fault *fault)
{
    struct imported_game *current = importer->current;
    rk_err err = RK_OK;
    const rk_pgn_text after_moves = result;
    if (!result.size)
        result = (rk_pgn_text){importer->result_tag, strlen(importer->result_tag)};
    if (!rk_status_is_over(rk_game_status(importer->game)))
        err = play_action(importer, make_end(current, result), fault);
    if (err)
        return err;
    compare_results(importer, after_moves);
    current->status = game_status_number(importer->game);
    current->winner = rk_game_winner(importer->game);
    current->plies = game_plies(importer->game);
    journal_encode(&importer->journal, &current->log);
    return current->log.failed ? RK_NO_MEMORY : RK_OK;
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last;
    struct importer *importer = data;
    rk_fault fault = {.text = ""};
    rk_err err = RK_OK;
    if (!*importer->current->why && importer->game)
        err = finish_game(importer, result, &fault);
    if (err || !importer->game)
        refuse_game(importer, fault.text);
    rk_game_destroy(importer->game);
    journal_fini(&importer->journal);
    importer->game = NULL;
    importer->journal = (struct journal){.events = NULL};
    return err == RK_NO_MEMORY ? stop_for_memory(importer) : RK_PGN_CONTINUE;
}

static void free_games(struct import_result *result)
{
    for (size_t i = 0; result->games && i < IMPORT_GAMES_MAX; i++)
        buffer_fini(&result->games[i].log);
    free(result->games);
    result->games = NULL;
    result->count = 0;
}

void import_result_fini(struct import_result *result)
{
    free_games(result);
}

void games_import(const char *text, size_t size, int64_t now, struct import_result *out)
{
    struct importer importer = {.result = out, .now = now};
    const rk_pgn_visitor visitor = {.data = &importer,
                                    .begin_game = begin_game,
                                    .tag = add_tag,
                                    .begin_moves = begin_moves,
                                    .move = add_move,
                                    .comment = add_comment,
                                    .begin_variation = skip_variation,
                                    .end_game = end_game,
                                    .error = on_error};
    *out = (struct import_result){.games = calloc(IMPORT_GAMES_MAX, sizeof *out->games)};
    out->no_memory = !out->games;
    if (out->games)
        rk_pgn_read_text(text, size, (rk_pgn_place){.line = 0}, &visitor);
    rk_game_destroy(importer.game);
    journal_fini(&importer.journal);
    if (out->too_many || out->no_memory)
        free_games(out);
}

// ---- the head --------------------------------------------------------------------------------

void imported_game_write_head(const struct imported_game *game, struct buffer *out)
{
    game_info_write(&game->info, out);
    if (out->failed)
        return;
    out->size--; // the closing brace: more members follow
    struct json json = {.out = out, .comma = true};
    json_put_object(&json, "tags");
    for (size_t i = 0; i < game->tag_count; i++)
        json_put_text(&json, game->tags[i].name, game->tags[i].value);
    json_end_object(&json);
    json_end_object(&json);
}

bool import_tags_next(const struct fields *head, size_t *at, const char **name, const char **value)
{
    while (*at < fields_count(head)) {
        const struct field *field = fields_at(head, (*at)++);
        if (field->kind != FIELD_TEXT ||
            strncmp(field->key, tag_prefix, sizeof tag_prefix - 1) != 0)
            continue;
        *name = field->key + sizeof tag_prefix - 1;
        *value = field->text;
        return true;
    }
    return false;
}
