/* SPDX-License-Identifier: MIT */
#include "ratings/recompute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/milliseconds.h"
#include "ratings/rating_row.h"
#include "wire/fields.h"

enum { PAGE_SIZE = 1000 };

/* A rating that was computed. */
struct computed {
    char account[IDENTITY_ID_MAX + 1];
    enum perf perf;
    struct rating rating;
    int64_t stored_version; /* 0: it is not stored */
    bool is_right;          /* the stored one is the same */
};

/* The last rating of a day. */
struct computed_point {
    char account[IDENTITY_ID_MAX + 1];
    enum perf perf;
    int64_t day;
    int rating;
    bool is_right;
};

struct recomputation {
    struct store *store;
    const struct recompute_options *options;
    struct recompute_report *report;
    struct map ratings; /* struct computed, by account and perf */
    struct map points;  /* struct computed_point, by account, perf and day */
    int64_t last_order; /* where the next page starts; then the highest one */
    int64_t last_at;    /* the same for the games without an order */
    char last_id[16];   /* of both */
    size_t rows;        /* of the current page */
    struct store_job *corrections;
    bool failed; /* out of memory */
};

// ---- the store -------------------------------------------------------------------------------

typedef void row_visitor(struct recomputation *run, struct store_job *job);

struct read_request {
    struct recomputation *run;
    row_visitor *visit;
    enum store_outcome outcome;
    bool done;
};

static void on_answer(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct read_request *request = context;
    request->done = true;
    request->outcome = outcome;
    for (; outcome == STORE_DONE && request->visit && store_next_row(job); request->run->rows++)
        request->visit(request->run, job);
}

static enum store_outcome wait_for(struct recomputation *run, struct store_job *job, bool writes,
                                   row_visitor *visit)
{
    struct read_request request = {.run = run, .visit = visit};
    run->rows = 0;
    if (writes)
        store_write(run->store, job, on_answer, &request);
    else
        store_read(run->store, job, on_answer, &request);
    while (!request.done)
        store_poll(run->store);
    return run->failed ? STORE_FAILED : request.outcome;
}

// ---- what is computed ------------------------------------------------------------------------

static struct computed *find_or_add(struct recomputation *run, const char *account, enum perf perf,
                                    bool is_bot)
{
    char key[MAP_KEY_MAX + 1];
    snprintf(key, sizeof key, "%.31s %s", account, perf_key(perf));
    struct computed *computed = map_get(&run->ratings, key);
    if (computed)
        return computed;
    computed = calloc(1, sizeof *computed);
    if (!computed || !map_put(&run->ratings, key, computed)) {
        free(computed);
        run->failed = true;
        return NULL;
    }
    snprintf(computed->account, sizeof computed->account, "%.31s", account);
    computed->perf = perf;
    computed->rating = rating_start(is_bot);
    return computed;
}

static void write_point_key(const char *account, const char *perf, int64_t day,
                            char out[MAP_KEY_MAX + 1])
{
    snprintf(out, MAP_KEY_MAX + 1, "%.31s %.16s %d", account, perf, (int)day);
}

static void add_point(struct recomputation *run, const struct computed *computed, int64_t at)
{
    char key[MAP_KEY_MAX + 1];
    const int64_t day = at / DAY_MS;
    write_point_key(computed->account, perf_key(computed->perf), day, key);
    struct computed_point *point = map_get(&run->points, key);
    if (!point) {
        point = calloc(1, sizeof *point);
        if (!point || !map_put(&run->points, key, point)) {
            free(point);
            run->failed = true;
            return;
        }
        memcpy(point->account, computed->account, sizeof point->account);
        point->perf = computed->perf;
        point->day = day;
    }
    point->rating = rating_points(&computed->rating);
}

static void report_difference(struct recomputation *run, struct rating_difference difference)
{
    if (run->options->on_difference)
        run->options->on_difference(run->options->context, &difference);
}

// ---- games and refunds -----------------------------------------------------------------------

/* The columns of STORE_RATING_CHANGES and STORE_UNRATED_GAMES. */
enum column { ORDER, GAME, INFO, PERF, AT, WINNER, STORED, REFUND_ACCOUNT = STORED + 4, POINTS };

/* A player, as the game recorded them when it started. */
struct player {
    char id[IDENTITY_ID_MAX + 1];
    bool is_bot;
};

static bool read_players(const struct store_job *job, struct player out[2])
{
    struct fields *fields;
    const char *info = store_get_text(job, INFO);
    if (fields_parse(info, strlen(info), &fields, NULL))
        return false;
    snprintf(out[0].id, sizeof out[0].id, "%s", fields_text(fields, "white.id", ""));
    snprintf(out[1].id, sizeof out[1].id, "%s", fields_text(fields, "black.id", ""));
    const int64_t roles[2] = {fields_integer(fields, "white.role", ROLE_GUEST),
                              fields_integer(fields, "black.role", ROLE_GUEST)};
    fields_destroy(fields);
    for (int side = 0; side < 2; side++)
        out[side].is_bot = roles[side] == ROLE_BOT;
    return roles[0] < ACCOUNT_ROLE_COUNT && roles[1] < ACCOUNT_ROLE_COUNT &&
           strcmp(out[0].id, out[1].id) != 0;
}

static void correct_game(struct recomputation *run, const char *id, int64_t order,
                         const double ratings[4])
{
    store_call(run->corrections, STORE_SET_GAME_RATINGS);
    store_bind_text(run->corrections, id);
    store_bind_integer(run->corrections, order);
    for (int i = 0; i < 4; i++)
        store_bind_real(run->corrections, ratings[i]);
}

/* Compares the ratings before and after the game with those that are stored with it. */
static void compare_game(struct recomputation *run, const struct store_job *job,
                         struct computed *computed[2], const double ratings[4])
{
    const bool is_new = store_is_null(job, ORDER);
    bool is_right = !is_new;
    for (unsigned i = 0; i < 4; i++)
        is_right &= store_get_real(job, STORED + i) == ratings[i];
    if (is_right)
        return;
    run->report->wrong_games++;
    run->report->new_games += is_new;
    for (unsigned side = 0; side < 2; side++)
        report_difference(
            run, (struct rating_difference){.game = store_get_text(job, GAME),
                                            .account = computed[side]->account,
                                            .perf = computed[side]->perf,
                                            .stored = store_get_real(job, STORED + 2 * side + 1),
                                            .computed = ratings[2 * side + 1]});
    correct_game(run, store_get_text(job, GAME), is_new ? ++run->last_order : run->last_order,
                 ratings);
}

static void add_game(struct recomputation *run, struct store_job *job)
{
    static const double white_scores[] = {1, 0, 0.5};
    struct player players[2];
    struct computed *computed[2];
    enum perf perf;
    const int64_t winner = store_get_integer(job, WINNER);
    if (!perf_from_key(store_get_text(job, PERF), &perf) || winner < 0 || winner > 2 ||
        !read_players(job, players))
        return;
    struct rating ratings[2];
    for (int side = 0; side < 2; side++) {
        computed[side] = find_or_add(run, players[side].id, perf, players[side].is_bot);
        if (!computed[side])
            return;
        ratings[side] = computed[side]->rating;
    }
    double values[4] = {ratings[0].glicko.rating, 0, ratings[1].glicko.rating, 0};
    ratings_add_game(ratings, (bool[2]){players[0].is_bot, players[1].is_bot}, white_scores[winner],
                     store_get_integer(job, AT));
    values[1] = ratings[0].glicko.rating;
    values[3] = ratings[1].glicko.rating;
    for (int side = 0; side < 2; side++) {
        computed[side]->rating = ratings[side];
        add_point(run, computed[side], store_get_integer(job, AT));
    }
    run->report->games++;
    compare_game(run, job, computed, values);
}

static void add_refund(struct recomputation *run, struct store_job *job)
{
    enum perf perf;
    if (!perf_from_key(store_get_text(job, PERF), &perf))
        return;
    struct computed *computed = find_or_add(run, store_get_text(job, REFUND_ACCOUNT), perf, false);
    if (!computed)
        return;
    rating_add_refund(&computed->rating, store_get_real(job, POINTS));
    add_point(run, computed, store_get_integer(job, AT));
    run->report->refunds++;
}

static void remember_game(struct recomputation *run, const struct store_job *job)
{
    snprintf(run->last_id, sizeof run->last_id, "%s", store_get_text(job, GAME));
}

static void add_change(struct recomputation *run, struct store_job *job)
{
    run->last_order = store_get_integer(job, ORDER);
    remember_game(run, job);
    if (store_is_null(job, REFUND_ACCOUNT))
        add_game(run, job);
    else
        add_refund(run, job);
}

static enum store_outcome add_changes(struct recomputation *run)
{
    enum store_outcome outcome;
    do {
        struct store_job *job = store_job_create();
        store_call(job, STORE_RATING_CHANGES);
        store_bind_integer(job, run->last_order);
        store_bind_text(job, run->last_id);
        store_bind_integer(job, PAGE_SIZE);
        outcome = wait_for(run, job, false, add_change);
    } while (outcome == STORE_DONE && run->rows == PAGE_SIZE);
    return outcome;
}

static void add_unrated(struct recomputation *run, struct store_job *job)
{
    run->last_at = store_get_integer(job, AT);
    remember_game(run, job);
    add_game(run, job);
}

/* Adds rated games that changed no rating, because they ended before there were ratings. They count
 * after all others, in the order in which they ended. */
static enum store_outcome add_unrated_games(struct recomputation *run)
{
    enum store_outcome outcome;
    *run->last_id = '\0';
    do {
        struct store_job *job = store_job_create();
        store_call(job, STORE_UNRATED_GAMES);
        store_bind_integer(job, run->last_at);
        store_bind_text(job, run->last_id);
        store_bind_integer(job, RATING_PLIES_MIN);
        store_bind_integer(job, PAGE_SIZE);
        outcome = wait_for(run, job, false, add_unrated);
    } while (outcome == STORE_DONE && run->rows == PAGE_SIZE);
    return outcome;
}

// ---- comparing -------------------------------------------------------------------------------

/* Compares exactly: a result that is merely close comes from a different computation. */
static bool is_same_glicko(const struct glicko2 *a, const struct glicko2 *b)
{
    return a->rating == b->rating && a->deviation == b->deviation && a->volatility == b->volatility;
}

static bool is_same(const struct rating *a, const struct rating *b)
{
    return is_same_glicko(&a->glicko, &b->glicko) && a->games == b->games && a->wins == b->wins &&
           a->losses == b->losses && a->draws == b->draws && a->rated_at == b->rated_at &&
           a->recent_count == b->recent_count && !memcmp(a->recent, b->recent, sizeof a->recent);
}

static void compare_rating(struct recomputation *run, struct store_job *job)
{
    struct rating stored;
    enum perf perf;
    char key[MAP_KEY_MAX + 1];
    const char *account = store_get_text(job, RATING_ROW_ACCOUNT);
    const char *perf_text = store_get_text(job, RATING_ROW_PERF);
    const bool known = rating_from_row(job, &perf, &stored);
    snprintf(key, sizeof key, "%.31s %.16s", account, perf_text);
    struct computed *computed = map_get(&run->ratings, key);
    if (computed) {
        computed->stored_version = stored.version;
        computed->is_right = is_same(&computed->rating, &stored);
    }
    if (computed && computed->is_right)
        return;
    run->report->wrong_ratings++;
    if (known)
        report_difference(run, (struct rating_difference){
                                   .account = account,
                                   .perf = perf,
                                   .stored = stored.glicko.rating,
                                   .computed = computed ? computed->rating.glicko.rating : 0});
    store_call(run->corrections, STORE_DELETE_RATING);
    store_bind_text(run->corrections, account);
    store_bind_text(run->corrections, perf_text);
}

static void compare_point(struct recomputation *run, struct store_job *job)
{
    enum { ACCOUNT, PERF_KEY, DAY, RATING };
    char key[MAP_KEY_MAX + 1];
    write_point_key(store_get_text(job, ACCOUNT), store_get_text(job, PERF_KEY),
                    store_get_integer(job, DAY), key);
    struct computed_point *point = map_get(&run->points, key);
    if (point && (point->is_right = point->rating == store_get_integer(job, RATING)))
        return;
    run->report->wrong_points += !point;
    store_call(run->corrections, STORE_DELETE_RATING_POINT);
    store_bind_text(run->corrections, store_get_text(job, ACCOUNT));
    store_bind_text(run->corrections, store_get_text(job, PERF_KEY));
    store_bind_integer(run->corrections, store_get_integer(job, DAY));
}

/* Adds the computed ratings that are not stored or were wrong; the wrong ones are deleted before.
 * Their version is higher than any that a server knows, so that it notices. */
static void add_missing_ratings(struct recomputation *run)
{
    size_t at = 0;
    for (struct computed *computed; (computed = map_next(&run->ratings, &at));) {
        run->report->ratings++;
        if (computed->is_right)
            continue;
        if (!computed->stored_version) {
            run->report->wrong_ratings++;
            report_difference(
                run, (struct rating_difference){.account = computed->account,
                                                .perf = computed->perf,
                                                .computed = computed->rating.glicko.rating});
        }
        if (computed->rating.version <= computed->stored_version)
            computed->rating.version = computed->stored_version + 1;
        rating_put_row(run->corrections, computed->account, computed->perf, &computed->rating);
    }
}

static void add_missing_points(struct recomputation *run)
{
    size_t at = 0;
    for (struct computed_point *point; (point = map_next(&run->points, &at));) {
        if (point->is_right)
            continue;
        run->report->wrong_points++;
        store_call(run->corrections, STORE_SET_RATING_POINT);
        store_bind_text(run->corrections, point->account);
        store_bind_text(run->corrections, perf_key(point->perf));
        store_bind_integer(run->corrections, point->day);
        store_bind_integer(run->corrections, point->rating);
    }
}

static enum store_outcome compare_all(struct recomputation *run)
{
    struct store_job *ratings = store_job_create(), *points = store_job_create();
    store_call(ratings, STORE_ALL_RATINGS);
    store_call(points, STORE_ALL_RATING_POINTS);
    enum store_outcome outcome = wait_for(run, ratings, false, compare_rating);
    if (outcome == STORE_DONE)
        outcome = wait_for(run, points, false, compare_point);
    else
        store_job_destroy(points);
    if (outcome != STORE_DONE)
        return outcome;
    add_missing_ratings(run);
    add_missing_points(run);
    return STORE_DONE;
}

// ---- the whole -------------------------------------------------------------------------------

static void free_all(struct map *map)
{
    size_t at = 0;
    for (void *value; (value = map_next(map, &at));)
        free(value);
    map_fini(map);
}

static enum store_outcome write_corrections(struct recomputation *run)
{
    const struct recompute_report *report = run->report;
    struct store_job *job = run->corrections;
    if (!run->options->dry_run &&
        (report->wrong_games || report->wrong_ratings || report->wrong_points))
        return wait_for(run, job, true, NULL);
    store_job_destroy(job);
    return STORE_DONE;
}

enum store_outcome ratings_recompute(struct store *store, const struct recompute_options *options,
                                     struct recompute_report *out)
{
    *out = (struct recompute_report){.games = 0};
    struct recomputation run = {
        .store = store, .options = options, .report = out, .corrections = store_job_create()};
    map_init(&run.ratings, 0); // the keys come from our own store
    map_init(&run.points, 0);
    enum store_outcome outcome = add_changes(&run);
    if (outcome == STORE_DONE)
        outcome = add_unrated_games(&run);
    if (outcome == STORE_DONE)
        outcome = compare_all(&run);
    if (outcome == STORE_DONE)
        outcome = write_corrections(&run);
    else
        store_job_destroy(run.corrections);
    free_all(&run.ratings);
    free_all(&run.points);
    return outcome;
}
