/* SPDX-License-Identifier: MIT */
/* Attempts at puzzles, and their history. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "api/puzzle_json.h"
#include "base/minmax.h"
#include "core/timers.h"
#include "http/exchange_query.h"
#include "puzzle_training/attempts.h"
#include "ratings/ratings.h"

enum {
    ACTIVITY_PAGE = 100,            /* attempts read at once; others are served between pages */
    ACTIVITY_QUEUED_MAX = 64 << 10, /* bytes queued for a slow client; then the list pauses */
    ACTIVITY_WAIT_MS = 50,
    SOLUTIONS_MAX = 20 /* in one request */
};

static const char no_moves[] =
    "send the moves of the solver, or \"win\":false if the puzzle was not solved";
static const char no_attempts[] = "must be a list of attempts, each with the id of a puzzle";

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

/* A client that forgets to send the moves must not cost the user points, so an unsolved puzzle is
 * reported explicitly. */
static bool is_reported_unsolved(const struct exchange *exchange, unsigned index)
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

static void send_batch(struct exchange *exchange)
{
    const struct batch *batch = exchange->data;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "puzzles");
    json_end_array(&json);
    puzzle_json_glicko(&json, exchange);
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
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such puzzle");
        return;
    case ATTEMPT_BAD_MOVE:
        refuse_solution(exchange, batch->next, "moves", "a move is not possible in this puzzle");
        return;
    case ATTEMPT_BUSY:
        exchange_refuse(exchange, REFUSED_STORE, NULL);
        return;
    }
}

static void judge_attempt(struct exchange *exchange, const struct batch *batch)
{
    char moves[RECORD_MOVES_SIZE];
    if (!read_moves(exchange, batch->next, moves)) {
        refuse_solution(exchange, batch->next, "moves", "must be the moves of the solver");
        return;
    }
    if (!*moves && !is_reported_unsolved(exchange, batch->next)) {
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
        judge_attempt(exchange, batch);
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
void api_puzzle_solve_handler(struct exchange *exchange)
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
    puzzle_json_puzzle(&json, &record);
    json_end_object(&json);
    buffer_put(out, '\n');
}

/* A stream of attempts. It outlives its exchange while the store reads a page. */
struct activity {
    struct exchange *exchange; /* NULL: the client is gone */
    struct server *server;
    struct timer timer;
    bool is_reading;
    char account[IDENTITY_ID_MAX + 1];
    int64_t remaining; /* attempts still to send */
    int64_t since;
    int64_t last_at; /* the next page continues after this attempt */
    char last_puzzle[RECORD_ID_MAX + 1];
    struct buffer page;
};

static void free_activity(struct activity *activity)
{
    buffer_fini(&activity->page);
    free(activity);
}

static void on_activity_gone(struct exchange *exchange)
{
    struct activity *activity = exchange->stream_data;
    timer_stop(&activity->server->timers, &activity->timer);
    activity->exchange = NULL;
    if (!activity->is_reading)
        free_activity(activity);
}

static void read_activity_page(void *context);

/* Returns the number of attempts on the page. */
static int64_t write_activity_page(struct activity *activity, struct store_job *job)
{
    int64_t rows = 0;
    for (; store_next_row(job); rows++) {
        activity->last_at = store_get_integer(job, ACTIVITY_AT);
        snprintf(activity->last_puzzle, sizeof activity->last_puzzle, "%s",
                 store_get_text(job, ACTIVITY_ID));
        write_attempt(job, &activity->page);
    }
    return rows;
}

static void send_activity_page(struct activity *activity)
{
    if (activity->page.size && !activity->page.failed)
        exchange_send_text(activity->exchange, activity->page.bytes, activity->page.size);
    buffer_clear(&activity->page);
}

static void on_activity_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct activity *activity = context;
    activity->is_reading = false;
    if (!activity->exchange) {
        free_activity(activity);
        return;
    }
    const int64_t rows = outcome == STORE_DONE ? write_activity_page(activity, job) : 0;
    const bool has_failed = outcome != STORE_DONE || activity->page.failed;
    activity->remaining -= rows;
    send_activity_page(activity);
    if (rows == ACTIVITY_PAGE && activity->remaining && !has_failed) {
        read_activity_page(activity);
        return;
    }
    (has_failed ? exchange_interrupt : exchange_finish)(activity->exchange);
    free_activity(activity);
}

static void read_activity_page(void *context)
{
    struct activity *activity = context;
    struct server *server = activity->server;
    if (exchange_queued(activity->exchange) > ACTIVITY_QUEUED_MAX &&
        timer_set(&server->timers, &activity->timer, server->now + ACTIVITY_WAIT_MS,
                  read_activity_page, activity))
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_PUZZLE_ACTIVITY);
    store_bind_text(job, activity->account);
    store_bind_integer(job, activity->since);
    store_bind_integer(job, activity->last_at);
    store_bind_integer(job, min_int64(activity->remaining, ACTIVITY_PAGE));
    store_bind_text(job, activity->last_puzzle);
    activity->is_reading = true;
    store_read(server->store, job, on_activity_read, activity);
}

void api_puzzle_activity_handler(struct exchange *exchange)
{
    int64_t max = INT64_MAX, since = 0, before = INT64_MAX;
    if (!form_integer(exchange->form, "max", 1, INT64_MAX, &max)) {
        exchange_refuse_field(exchange, "max", "must be a number from 1");
        return;
    }
    if (!form_integer(exchange->form, "since", 0, INT64_MAX, &since) ||
        !form_integer(exchange->form, "before", 0, INT64_MAX, &before)) {
        exchange_refuse_field(exchange, "before", "must be milliseconds since 1970");
        return;
    }
    if (!exchange_may_export(exchange))
        return;
    struct activity *activity = calloc(1, sizeof *activity);
    if (!activity) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    activity->exchange = exchange;
    activity->server = exchange->server;
    activity->remaining = max;
    activity->since = since;
    activity->last_at = before;
    snprintf(activity->account, sizeof activity->account, "%s", exchange->caller.who.id);
    exchange->stream_data = activity;
    exchange->gone = on_activity_gone;
    exchange_stream(exchange, "application/x-ndjson", 0);
    read_activity_page(activity);
}
