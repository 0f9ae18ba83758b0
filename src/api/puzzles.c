/* SPDX-License-Identifier: MIT */
/* Puzzles: one of them, the daily one, and the next ones for the caller. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "api/puzzle_json.h"
#include "http/exchange_query.h"
#include "puzzle_training/daily.h"
#include "ratings/ratings.h"

enum {
    EXCEPT_MAX = 2000,  /* bytes of the parameter */
    BATCH_DEFAULT = 15, /* puzzles */
    BATCH_MAX = 50,
    NEAR_MAX = 3 * BATCH_MAX, /* rows of STORE_PUZZLES_NEAR */
    JITTER = 100, /* points around the caller's rating, so that not all get the same puzzles */
    JITTER_GUEST = 300
};

static const char any_turn[] = "%"; // a pattern
static const char no_puzzles[] = "this server has no puzzles", no_such_puzzle[] = "no such puzzle";

// ---- one puzzle ------------------------------------------------------------------------------

/* The caller's rating, and how the first attempt ended if there was one. */
static void put_user(struct json *json, const struct exchange *exchange, struct store_job *job)
{
    enum { ATTEMPT_AT, ATTEMPT_WIN };
    const struct identity *who = &exchange->caller.who;
    const struct shown_rating rating = ratings_show(exchange->server, who, PERF_PUZZLE);
    if (!ratings_apply_to(who))
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
    puzzle_json_write(&json, &stored);
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

// ---- the next puzzles ------------------------------------------------------------------------

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

/* What the caller wants. */
struct next_search {
    double target;
    char pattern[RECORD_THEME_MAX + 5]; /* of the themes */
    bool is_any;                        /* of any theme */
    const char *turn;                   /* pattern of the FEN before the error */
    char except[EXCEPT_MAX];
    int64_t count;
    void (*respond)(struct exchange *exchange, char (*ids)[RECORD_ID_MAX + 1], size_t count);
};

struct near_puzzle {
    char id[RECORD_ID_MAX + 1];
    double distance; /* from the target */
};

/* Puzzles that the caller has tried come last, in the order of the rows. */
static int compare_near(const void *a, const void *b)
{
    const struct near_puzzle *one = a, *two = b;
    return (one->distance > two->distance) - (one->distance < two->distance);
}

/* The puzzles nearest to the target, at most `count`. */
static size_t pick_nearest(struct store_job *job, const struct next_search *search,
                           char (*ids)[RECORD_ID_MAX + 1])
{
    enum { NEAR_ID, NEAR_RATING, TRIED_DISTANCE = 1 << 20 };
    struct near_puzzle list[NEAR_MAX];
    size_t rows = 0, count = 0;
    for (; rows < NEAR_MAX && store_next_row(job); rows++) {
        const double rating = store_get_real(job, NEAR_RATING);
        const double above = rating - search->target;
        snprintf(list[rows].id, sizeof list[rows].id, "%s", store_get_text(job, NEAR_ID));
        list[rows].distance = rating < 0  ? TRIED_DISTANCE + (double)rows
                              : above < 0 ? -above
                                          : above;
    }
    qsort(list, rows, sizeof *list, compare_near);
    for (; count < rows && count < (size_t)search->count; count++)
        memcpy(ids[count], list[count].id, sizeof ids[count]);
    return count;
}

static void query_next(struct exchange *exchange);

static void on_next(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    char ids[BATCH_MAX][RECORD_ID_MAX + 1];
    if (!exchange)
        return;
    struct next_search *search = exchange->data;
    const size_t count = pick_nearest(job, search, ids);
    if (count) {
        search->respond(exchange, ids, count);
    } else if (*search->except) {
        *search->except = '\0';
        query_next(exchange); // a puzzle that does not match is better than none
    } else {
        const bool is_every = search->is_any && !strcmp(search->turn, any_turn);
        exchange_refuse(exchange, REFUSED_NOT_FOUND,
                        is_every ? no_puzzles : "there is no such puzzle near your rating");
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
    store_bind_text(job, search->turn);
    store_bind_integer(job, search->count);
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

/* Checks that the theme exists: for one that no puzzle has, the query would scan all puzzles. */
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
    const bool has_rating = ratings_apply_to(who);
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

/* The solver has the other colour than the side that errs, which is to move in the FEN. NULL: it is
 * neither colour. */
static const char *turn_pattern(const char *color)
{
    if (!*color || !strcmp(color, "random"))
        return any_turn;
    return !strcmp(color, "white") ? "% b %" : !strcmp(color, "black") ? "% w %" : NULL;
}

/* Reads what both requests have in common. False: it has responded. */
static bool read_search(struct exchange *exchange, const char *angle, struct next_search *search)
{
    const char *difficulty = form_text(exchange->form, "difficulty");
    int points = 0;
    if (difficulty && !read_difficulty(difficulty, &points)) {
        exchange_refuse_field(exchange, "difficulty",
                              "must be easiest, easier, normal, harder or hardest");
        return false;
    }
    if (*angle && !puzzle_theme_is_valid(angle)) {
        exchange_refuse_field(exchange, "angle", "must be a theme");
        return false;
    }
    search->turn = turn_pattern(form_text_or_empty(exchange->form, "color"));
    if (!search->turn) {
        exchange_refuse_field(exchange, "color", "must be white or black");
        return false;
    }
    search->target = choose_target(exchange, points);
    search->is_any = !*angle || !strcmp(angle, "mix");
    snprintf(search->pattern, sizeof search->pattern, search->is_any ? "%%" : "%% %s %%", angle);
    return true;
}

static void start_search(struct exchange *exchange, const char *angle)
{
    const struct next_search *search = exchange->data;
    if (!exchange_check_rate(exchange, LIMIT_PUZZLE))
        return;
    if (search->is_any)
        query_next(exchange);
    else
        query_theme(exchange, angle);
}

/* NULL: it has responded. */
static struct next_search *create_search(struct exchange *exchange)
{
    struct next_search *search = calloc(1, sizeof *search);
    exchange->data = search;
    if (!search)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    return search;
}

static void send_first(struct exchange *exchange, char (*ids)[RECORD_ID_MAX + 1], size_t count)
{
    (void)count;
    find_puzzle(exchange, ids[0]);
}

void api_puzzle_next_handler(struct exchange *exchange)
{
    const char *angle = form_text_or_empty(exchange->form, "angle");
    const char *except = form_text_or_empty(exchange->form, "except");
    struct next_search *search = create_search(exchange);
    if (!search || !read_search(exchange, angle, search))
        return;
    if (!is_id_list(except)) {
        exchange_refuse_field(exchange, "except", "must be ids of puzzles with commas between");
        return;
    }
    snprintf(search->except, sizeof search->except, "%s", except);
    search->count = 1;
    search->respond = send_first;
    start_search(exchange, angle);
}

// ---- several puzzles -------------------------------------------------------------------------

static void send_batch(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "puzzles");
    while (store_next_row(job)) {
        struct stored_puzzle stored;
        puzzle_from_row(job, &stored);
        json_begin_object(&json);
        puzzle_json_write(&json, &stored);
        json_end_object(&json);
    }
    json_end_array(&json);
    puzzle_json_glicko(&json, exchange);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static void find_batch(struct exchange *exchange, char (*ids)[RECORD_ID_MAX + 1], size_t count)
{
    struct store_job *job = store_job_create();
    for (size_t i = 0; i < count; i++) {
        store_call(job, STORE_PUZZLE);
        store_bind_text(job, ids[i]);
    }
    exchange_read(exchange, job, send_batch);
}

void api_puzzle_batch_handler(struct exchange *exchange)
{
    const char *angle = exchange->params[0];
    struct next_search *search = create_search(exchange);
    if (!search || !read_search(exchange, angle, search))
        return;
    search->count = BATCH_DEFAULT;
    search->respond = find_batch;
    if (form_integer(exchange->form, "nb", 1, BATCH_MAX, &search->count))
        start_search(exchange, angle);
    else
        exchange_refuse_field(exchange, "nb", "must be a number from 1 to 50");
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
