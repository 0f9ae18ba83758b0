/* SPDX-License-Identifier: MIT */
/* Puzzles: the daily one, the next one for the caller, attempts and their history. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "http/exchange.h"
#include "http/exchange_query.h"
#include "ratings/ratings.h"
#include "rounds/game_info.h"
#include "rounds/game_settings.h"
#include "training/attempts.h"
#include "training/daily.h"
#include "training/puzzle_row.h"

enum {
    EXCEPT_MAX = 2000,     /* bytes of the parameter */
    ACTIVITY_DEFAULT = 50, /* attempts */
    ACTIVITY_MAX = 500,
    SOLUTIONS_MAX = 20, /* in one request */
    JITTER = 100, /* points around the caller's rating, so that not all get the same puzzles */
    JITTER_GUEST = 300
};

static const char no_puzzles[] = "this server has no puzzles", no_such_puzzle[] = "no such puzzle";
static const char no_moves[] =
    "send the moves of the solver, or \"win\":false if the puzzle was not solved";
static const char no_attempts[] = "must be a list of attempts, each with the id of a puzzle";

// ---- a puzzle as JSON ------------------------------------------------------------------------

static void put_words(struct json *json, const char *key, const char *words)
{
    json_put_array(json, key);
    while (*words) {
        const size_t size = strcspn(words, " ");
        if (size)
            json_text_bytes(json, words, size);
        words += size;
        words += *words == ' ';
    }
    json_end_array(json);
}

/* The position after the error, from which the puzzle starts. */
static void put_position(struct json *json, const struct puzzle_record *record)
{
    struct puzzle_line line;
    char fen[RK_FEN_MAX], error[RK_UCI_MAX];
    if (puzzle_record_replay(record, &line, NULL))
        return;
    rk_fen_write(&line.positions[1], RK_FEN_PLAIN, fen);
    rk_uci_write(&line.positions[0], line.moves[0], error);
    json_put_text(json, "fen", fen);
    json_put_text(json, "lastMove", error);
}

static void put_puzzle(struct json *json, const struct puzzle_record *record)
{
    const size_t error_size = strcspn(record->moves, " ");
    json_put_object(json, "puzzle");
    json_put_text(json, "id", record->id);
    json_put_text(json, "variant", rk_variant_name(record->variant));
    json_put_integer(json, "rating", rating_round(record->glicko.rating));
    json_put_integer(json, "plays", record->plays);
    put_position(json, record);
    json_put_text(json, "fenBefore", record->fen);
    put_words(json, "solution", record->moves + error_size);
    put_words(json, "themes", record->themes);
    if (record->ply)
        json_put_integer(json, "initialPly", record->ply - 1);
    json_end_object(json);
}

static void put_player(struct json *json, const struct game_info *info, rk_side side)
{
    const struct identity *who = &info->players[side];
    json_begin_object(json);
    json_put_text(json, "name", who->name);
    if (ratings_has(who))
        json_put_text(json, "id", who->id);
    json_put_text(json, "color", side == RK_WHITE ? "white" : "black");
    if (info->ratings[side].points)
        json_put_integer(json, "rating", info->ratings[side].points);
    json_end_object(json);
}

static void put_own_game(struct json *json, const struct stored_puzzle *stored)
{
    struct game_info info;
    char clock[RK_CLOCK_TEXT_MAX];
    if (game_info_read(stored->record.game, stored->game_info, strlen(stored->game_info), &info,
                       NULL))
        return;
    json_put_object(json, "game");
    json_put_text(json, "id", info.id);
    json_put_object(json, "perf");
    json_put_text(json, "key", game_settings_perf_key(&info.settings));
    json_put_text(json, "name", game_settings_perf_name(&info.settings));
    json_end_object(json);
    json_put_bool(json, "rated", info.settings.rated);
    json_put_array(json, "players");
    put_player(json, &info, RK_WHITE);
    put_player(json, &info, RK_BLACK);
    json_end_array(json);
    json_put_text(json, "pgn", stored->record.pgn);
    game_settings_write_clock(&info.settings, clock);
    json_put_text(json, "clock", clock);
    json_end_object(json);
}

static void put_named_player(struct json *json, const char *name, const char *colour)
{
    json_begin_object(json);
    json_put_text(json, "name", *name ? name : "?");
    json_put_text(json, "color", colour);
    json_end_object(json);
}

static void put_imported_game(struct json *json, const struct puzzle_record *record)
{
    if (!*record->site && !*record->white && !*record->black)
        return;
    json_put_object(json, "game");
    if (*record->site)
        json_put_text(json, "site", record->site);
    json_put_array(json, "players");
    put_named_player(json, record->white, "white");
    put_named_player(json, record->black, "black");
    json_end_array(json);
    json_end_object(json);
}

/* The caller's rating, and how the first attempt ended if there was one. */
static void put_user(struct json *json, const struct exchange *exchange, struct store_job *job)
{
    enum { ATTEMPT_AT, ATTEMPT_WIN };
    const struct identity *who = &exchange->caller.who;
    const struct shown_rating rating = ratings_show(exchange->server, who, PERF_PUZZLE);
    if (!ratings_has(who))
        return;
    json_put_object(json, "user");
    json_put_integer(json, "rating", rating.points);
    if (rating.provisional)
        json_put_bool(json, "provisional", true);
    if (store_next_row(job)) {
        json_put_integer(json, "date", store_get_integer(job, ATTEMPT_AT));
        json_put_bool(json, "win", store_get_integer(job, ATTEMPT_WIN) != 0);
    }
    json_end_object(json);
}

static void send_puzzle(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    struct stored_puzzle stored;
    if (!exchange)
        return;
    if (!store_next_row(job)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_such_puzzle);
        return;
    }
    puzzle_from_row(job, &stored);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    if (*stored.game_info)
        put_own_game(&json, &stored);
    else
        put_imported_game(&json, &stored.record);
    put_puzzle(&json, &stored.record);
    put_user(&json, exchange, job);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static void find_puzzle(struct exchange *exchange, const char *id)
{
    struct store_job *job = store_job_create();
    puzzle_query(job, id, exchange->caller.who.id);
    exchange_read(exchange, job, send_puzzle);
}

void api_puzzle_handler(struct exchange *exchange)
{
    if (puzzle_id_is_valid(exchange->params[0]))
        find_puzzle(exchange, exchange->params[0]);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_such_puzzle);
}

// ---- the daily puzzle ------------------------------------------------------------------------

static void on_daily(void *context, const char *id)
{
    struct exchange *exchange = context;
    if (!id)
        exchange_refuse(exchange, REFUSED_STORE, NULL);
    else if (!*id)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_puzzles);
    else
        find_puzzle(exchange, id);
}

void api_puzzle_daily_handler(struct exchange *exchange)
{
    daily_find(exchange->server, on_daily, exchange);
}

// ---- the next puzzle -------------------------------------------------------------------------

/* Points added to the caller's rating. */
static bool read_difficulty(const char *name, int *out)
{
    static const char *const names[] = {"easiest", "easier", "normal", "harder", "hardest"};
    static const int points[] = {-600, -300, 0, 300, 600};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) {
            *out = points[i];
            return true;
        }
    return false;
}

/* The nearest one of the puzzles that the caller has not tried; otherwise one tried before. */
static void pick_nearest(struct store_job *job, double target, char id[RECORD_ID_MAX + 1])
{
    enum { NEAR_ID, NEAR_RATING };
    double best = -1;
    *id = '\0';
    while (store_next_row(job)) {
        const double rating = store_get_real(job, NEAR_RATING);
        const double distance = rating > target ? rating - target : target - rating;
        if (rating < 0 ? best >= 0 : best >= 0 && distance >= best)
            continue;
        best = distance;
        snprintf(id, RECORD_ID_MAX + 1, "%s", store_get_text(job, NEAR_ID));
    }
}

struct next_search {
    double target;
    char pattern[RECORD_THEME_MAX + 5]; /* of the themes */
    bool is_any;                        /* of any theme */
    char except[EXCEPT_MAX];
};

static void query_next(struct exchange *exchange);

static void on_next(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    char id[RECORD_ID_MAX + 1];
    if (!exchange)
        return;
    struct next_search *search = exchange->data;
    pick_nearest(job, search->target, id);
    if (*id) {
        find_puzzle(exchange, id);
    } else if (*search->except) {
        *search->except = '\0';
        query_next(exchange); // rather one that is not wanted than none
    } else {
        exchange_refuse(exchange, REFUSED_NOT_FOUND,
                        search->is_any ? no_puzzles : "there is no such puzzle near your rating");
    }
}

static void query_next(struct exchange *exchange)
{
    const struct next_search *search = exchange->data;
    struct store_job *job = store_job_create();
    store_call(job, STORE_PUZZLES_NEAR);
    store_bind_text(job, exchange->caller.who.id);
    store_bind_real(job, search->target);
    store_bind_text(job, search->pattern);
    store_bind_text(job, search->except);
    exchange_read(exchange, job, on_next);
}

static void on_theme(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    if (store_next_row(job))
        query_next(exchange);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "there is no puzzle with this theme");
}

/* All puzzles would be looked at for a theme that none has. */
static void query_theme(struct exchange *exchange, const char *theme)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_HAS_PUZZLE_THEME);
    store_bind_text(job, theme);
    exchange_read(exchange, job, on_theme);
}

static double choose_target(struct exchange *exchange, int difficulty)
{
    const struct identity *who = &exchange->caller.who;
    const bool has_rating = ratings_has(who);
    const uint64_t jitter = has_rating ? JITTER : JITTER_GUEST;
    const struct rating rating = ratings_get(exchange->server, who, PERF_PUZZLE);
    const double start = has_rating ? rating.glicko.rating : RATING_START;
    const uint64_t chance = server_random_below(exchange->server, 2 * jitter + 1);
    return start + difficulty + (double)chance - (double)jitter;
}

/* Only ids and commas: the rest would be read as a pattern. */
static bool is_id_list(const char *text)
{
    return strlen(text) < EXCEPT_MAX &&
           strspn(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,") ==
               strlen(text);
}

void api_puzzle_next_handler(struct exchange *exchange)
{
    const char *angle = form_text_or_empty(exchange->form, "angle");
    const char *difficulty = form_text(exchange->form, "difficulty");
    const char *except = form_text_or_empty(exchange->form, "except");
    int points = 0;
    if (difficulty && !read_difficulty(difficulty, &points)) {
        exchange_refuse_field(exchange, "difficulty",
                              "must be easiest, easier, normal, harder or hardest");
        return;
    }
    if (*angle && !puzzle_theme_is_valid(angle)) {
        exchange_refuse_field(exchange, "angle", "must be a theme");
        return;
    }
    if (!is_id_list(except)) {
        exchange_refuse_field(exchange, "except", "must be ids of puzzles with commas between");
        return;
    }
    struct next_search *search = calloc(1, sizeof *search);
    if (!search) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    exchange->data = search;
    search->target = choose_target(exchange, points);
    snprintf(search->except, sizeof search->except, "%s", except);
    search->is_any = !*angle || !strcmp(angle, "mix");
    snprintf(search->pattern, sizeof search->pattern, search->is_any ? "%%" : "%% %s %%", angle);
    if (!exchange_check_rate(exchange, LIMIT_PUZZLE))
        return;
    if (search->is_any)
        query_next(exchange);
    else
        query_theme(exchange, angle);
}

// ---- themes ----------------------------------------------------------------------------------

static void send_themes(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "themes");
    while (store_next_row(job)) {
        json_begin_object(&json);
        json_put_text(&json, "key", store_get_text(job, 0));
        json_put_integer(&json, "count", store_get_integer(job, 1));
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_puzzle_themes_handler(struct exchange *exchange)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_PUZZLE_THEMES);
    exchange_read(exchange, job, send_themes);
}

// ---- attempts --------------------------------------------------------------------------------

/* The attempts of a request, which are judged one after the other: first without a rating, so that
 * a request with an attempt that is refused changes nothing, then for their ratings. */
struct batch {
    unsigned next, count;
    bool is_checked; /* all have been judged once */
    struct judged {
        char id[RECORD_ID_MAX + 1];
        struct attempt_result result;
    } judged[SOLUTIONS_MAX];
};

enum { SOLUTION_KEY_SIZE = 48 };

static void write_solution_key(char out[SOLUTION_KEY_SIZE], unsigned index, const char *field)
{
    snprintf(out, SOLUTION_KEY_SIZE, "solutions.%u.%s", index, field);
}

static const char *solution_text(const struct exchange *exchange, unsigned index, const char *field)
{
    char key[SOLUTION_KEY_SIZE];
    write_solution_key(key, index, field);
    return form_text(exchange->form, key);
}

static void refuse_solution(struct exchange *exchange, unsigned index, const char *field,
                            const char *why)
{
    char key[SOLUTION_KEY_SIZE];
    write_solution_key(key, index, field);
    exchange_refuse_field(exchange, key, why);
}

/* A client that forgets the moves must not lose points: giving up is said explicitly. */
static bool says_unsolved(const struct exchange *exchange, unsigned index)
{
    const char *win = solution_text(exchange, index, "win");
    return win && !strcmp(win, "false");
}

/* The moves are an array or a text with blanks. False: they are too long. */
static bool read_moves(const struct exchange *exchange, unsigned index, char out[RECORD_MOVES_SIZE])
{
    const char *text = solution_text(exchange, index, "moves");
    size_t size = 0;
    *out = '\0';
    if (text)
        return snprintf(out, RECORD_MOVES_SIZE, "%s", text) < RECORD_MOVES_SIZE;
    for (unsigned i = 0;; i++) {
        char field[24];
        snprintf(field, sizeof field, "moves.%u", i);
        const char *move = solution_text(exchange, index, field);
        if (!move)
            return true;
        size += (size_t)snprintf(out + size, RECORD_MOVES_SIZE - size, i ? " %s" : "%s", move);
        if (size >= RECORD_MOVES_SIZE)
            return false;
    }
}

static void put_glicko(struct json *json, const struct exchange *exchange)
{
    const struct identity *who = &exchange->caller.who;
    if (!ratings_has(who))
        return;
    const struct rating rating = ratings_get(exchange->server, who, PERF_PUZZLE);
    const int64_t now = server_date(exchange->server);
    json_put_object(json, "glicko");
    json_put_decimal(json, "rating", rating.glicko.rating, 2);
    json_put_decimal(json, "deviation", rating_deviation(&rating, now), 2);
    if (rating_is_provisional(&rating, now))
        json_put_bool(json, "provisional", true);
    json_end_object(json);
}

static void send_batch(struct exchange *exchange)
{
    const struct batch *batch = exchange->data;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "puzzles");
    json_end_array(&json);
    put_glicko(&json, exchange);
    json_put_array(&json, "rounds");
    for (unsigned i = 0; i < batch->count; i++) {
        const struct attempt_result *result = &batch->judged[i].result;
        json_begin_object(&json);
        json_put_text(&json, "id", batch->judged[i].id);
        json_put_bool(&json, "win", result->win);
        if (result->rated)
            json_put_integer(&json, "ratingDiff",
                             rating_round(result->after) - rating_round(result->before));
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static void judge_next(struct exchange *exchange);

static void on_judged(void *context, const struct attempt_result *result)
{
    struct exchange *exchange = context;
    struct batch *batch = exchange->data;
    switch (result->status) {
    case ATTEMPT_JUDGED:
        batch->judged[batch->next++].result = *result;
        judge_next(exchange);
        return;
    case ATTEMPT_NO_PUZZLE:
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_such_puzzle);
        return;
    case ATTEMPT_BAD_MOVE:
        refuse_solution(exchange, batch->next, "moves", "a move is not possible in this puzzle");
        return;
    case ATTEMPT_BUSY:
        exchange_refuse(exchange, REFUSED_STORE, NULL);
        return;
    }
}

static void judge(struct exchange *exchange, const struct batch *batch)
{
    char moves[RECORD_MOVES_SIZE];
    if (!read_moves(exchange, batch->next, moves)) {
        refuse_solution(exchange, batch->next, "moves", "must be the moves of the solver");
        return;
    }
    if (!*moves && !says_unsolved(exchange, batch->next)) {
        refuse_solution(exchange, batch->next, "moves", no_moves);
        return;
    }
    const char *rated = solution_text(exchange, batch->next, "rated");
    const struct attempt attempt = {.who = &exchange->caller.who,
                                    .puzzle = batch->judged[batch->next].id,
                                    .moves = moves,
                                    .rated = batch->is_checked && (!rated || form_is_true(rated))};
    attempt_submit(exchange->server, &attempt, on_judged, exchange);
}

static void judge_next(struct exchange *exchange)
{
    struct batch *batch = exchange->data;
    if (batch->next < batch->count) {
        judge(exchange, batch);
    } else if (batch->is_checked) {
        send_batch(exchange);
    } else {
        batch->is_checked = true;
        batch->next = 0;
        judge_next(exchange);
    }
}

/* Whether the request has anything about an attempt. */
static bool has_solution(const struct exchange *exchange, unsigned index)
{
    char prefix[SOLUTION_KEY_SIZE];
    write_solution_key(prefix, index, "");
    for (size_t i = 0; i < form_count(exchange->form); i++)
        if (!strncmp(form_key(exchange->form, i), prefix, strlen(prefix)))
            return true;
    return false;
}

/* False: it has responded with an error. */
static bool read_ids(struct exchange *exchange, struct batch *batch)
{
    for (; has_solution(exchange, batch->count); batch->count++) {
        const char *id = solution_text(exchange, batch->count, "id");
        if (batch->count == SOLUTIONS_MAX) {
            exchange_refuse_field(exchange, "solutions", "must be at most 20 attempts at puzzles");
            return false;
        }
        if (!id || !puzzle_id_is_valid(id)) {
            refuse_solution(exchange, batch->count, "id", "must be the id of a puzzle");
            return false;
        }
        snprintf(batch->judged[batch->count].id, RECORD_ID_MAX + 1, "%s", id);
    }
    if (batch->count)
        return true;
    exchange_refuse_field(exchange, "solutions", no_attempts); // which frees the batch
    return false;
}

/* The server judges the moves; a "win" without moves is not believed. */
void api_puzzle_batch_handler(struct exchange *exchange)
{
    struct batch *batch = calloc(1, sizeof *batch);
    exchange->data = batch;
    if (!batch)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (read_ids(exchange, batch) && exchange_check_rate(exchange, LIMIT_PUZZLE))
        judge_next(exchange);
}

// ---- activity --------------------------------------------------------------------------------

/* The columns of STORE_PUZZLE_ACTIVITY. */
enum {
    ACTIVITY_AT,
    ACTIVITY_WIN,
    ACTIVITY_ID,
    ACTIVITY_VARIANT,
    ACTIVITY_FEN,
    ACTIVITY_MOVES,
    ACTIVITY_THEMES,
    ACTIVITY_RATING,
    ACTIVITY_PLAYS
};

static void write_attempt(const struct store_job *job, struct buffer *out)
{
    struct puzzle_record record = {.plays = store_get_integer(job, ACTIVITY_PLAYS)};
    struct json json = json_in(out);
    record.glicko.rating = store_get_real(job, ACTIVITY_RATING);
    if (!rk_variant_from_name(store_get_text(job, ACTIVITY_VARIANT), &record.variant))
        record.variant = RK_STANDARD;
    snprintf(record.id, sizeof record.id, "%s", store_get_text(job, ACTIVITY_ID));
    snprintf(record.fen, sizeof record.fen, "%s", store_get_text(job, ACTIVITY_FEN));
    snprintf(record.moves, sizeof record.moves, "%s", store_get_text(job, ACTIVITY_MOVES));
    snprintf(record.themes, sizeof record.themes, "%s", store_get_text(job, ACTIVITY_THEMES));
    json_begin_object(&json);
    json_put_integer(&json, "date", store_get_integer(job, ACTIVITY_AT));
    json_put_bool(&json, "win", store_get_integer(job, ACTIVITY_WIN) != 0);
    put_puzzle(&json, &record);
    json_end_object(&json);
    buffer_put(out, '\n');
}

static void send_activity(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    while (store_next_row(job))
        write_attempt(job, &exchange->body);
    exchange_respond(exchange, 200, "application/x-ndjson", buffer_cstr(&exchange->body),
                     exchange->body.size);
}

void api_puzzle_activity_handler(struct exchange *exchange)
{
    int64_t max = ACTIVITY_DEFAULT, since = 0, before = INT64_MAX;
    if (!form_integer(exchange->form, "max", 1, ACTIVITY_MAX, &max)) {
        exchange_refuse_field(exchange, "max", "must be a number from 1 to 500");
        return;
    }
    if (!form_integer(exchange->form, "since", 0, INT64_MAX, &since) ||
        !form_integer(exchange->form, "before", 0, INT64_MAX, &before)) {
        exchange_refuse_field(exchange, "before", "must be milliseconds since 1970");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_PUZZLE_ACTIVITY);
    store_bind_text(job, exchange->caller.who.id);
    store_bind_integer(job, since);
    store_bind_integer(job, before);
    store_bind_integer(job, max);
    exchange_read(exchange, job, send_activity);
}
