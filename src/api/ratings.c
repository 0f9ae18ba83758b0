/* SPDX-License-Identifier: MIT */
/* Ratings: leaderboards, a player's history and statistics, and the score between two players. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accounts/account_row.h"
#include "accounts/names.h"
#include "accounts/presence.h"
#include "api/handlers.h"
#include "base/milliseconds.h"
#include "http/exchange.h"
#include "http/exchange_query.h"
#include "ratings/leaderboard.h"
#include "ratings/rating_json.h"
#include "rounds/rounds.h"
#include "running/running_games.h"

enum { TOP_DEFAULT = 10 };

/* Asks for an account and the points of its history. */
static void query_points(struct exchange *exchange, store_done *done)
{
    char id[IDENTITY_ID_MAX + 1];
    if (!name_to_id(exchange->params[0], id)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such user");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, id);
    store_call(job, STORE_RATING_POINTS);
    store_bind_text(job, id);
    exchange_read(exchange, job, done);
}

/* The account, which is the first row of that answer; false: there is none, and the request was
 * refused. */
static bool read_account(struct exchange *exchange, struct store_job *job, struct identity *out)
{
    if (store_next_row(job)) {
        *out = account_from_row(job).who;
        return true;
    }
    exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such user");
    return false;
}

enum { POINT_PERF, POINT_DAY, POINT_RATING };

// ---- history ---------------------------------------------------------------------------------

static void write_point(const struct store_job *job, struct json *json)
{
    struct tm date;
    const time_t seconds = (time_t)(store_get_integer(job, POINT_DAY) * DAY_MS / SECOND_MS);
    gmtime_r(&seconds, &date);
    json_begin_array(json);
    json_number(json, date.tm_year + 1900);
    json_number(json, date.tm_mon); // from 0, as the API has it
    json_number(json, date.tm_mday);
    json_number(json, store_get_integer(job, POINT_RATING));
    json_end_array(json);
}

/* One perf with its points, which are rows next to each other if there are any. */
static void write_perf_history(struct store_job *job, bool *has_row, enum perf perf,
                               struct json *json)
{
    json_begin_object(json);
    json_put_text(json, "name", perf_name(perf));
    json_put_array(json, "points");
    while (*has_row && !strcmp(store_get_text(job, POINT_PERF), perf_key(perf))) {
        write_point(job, json);
        *has_row = store_next_row(job);
    }
    json_end_array(json);
    json_end_object(json);
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(perf_key(*(const enum perf *)a), perf_key(*(const enum perf *)b));
}

/* The rows are sorted by the keys of their perfs, so the perfs are listed in that order. */
static void send_history(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    struct identity who;
    if (!exchange || !read_account(exchange, job, &who))
        return;
    enum perf perfs[PERF_COUNT];
    for (enum perf perf = 0; perf < PERF_COUNT; perf++)
        perfs[perf] = perf;
    qsort(perfs, PERF_COUNT, sizeof *perfs, compare_keys);
    bool has_row = store_next_row(job);
    struct json json = json_in(&exchange->body);
    json_begin_array(&json);
    for (size_t i = 0; i < PERF_COUNT; i++)
        write_perf_history(job, &has_row, perfs[i], &json);
    json_end_array(&json);
    exchange_json(exchange, 200);
}

void api_rating_history_handler(struct exchange *exchange)
{
    query_points(exchange, send_history);
}

// ---- one perf --------------------------------------------------------------------------------

/* The lowest and the highest point of a perf's history; 0 if there is none. */
struct extremes {
    int64_t lowest, highest;
};

static void include_point(struct extremes *extremes, int64_t rating)
{
    if (!extremes->lowest || rating < extremes->lowest)
        extremes->lowest = rating;
    if (rating > extremes->highest)
        extremes->highest = rating;
}

/* The history has the last rating of each day; of the latest games, every rating is known. */
static struct extremes find_extremes(struct store_job *job, enum perf perf,
                                     const struct rating *rating)
{
    struct extremes found = {0};
    while (store_next_row(job))
        if (!strcmp(store_get_text(job, POINT_PERF), perf_key(perf)))
            include_point(&found, store_get_integer(job, POINT_RATING));
    for (int i = 0; i < rating->recent_count; i++)
        include_point(&found, rating->recent[i]);
    return found;
}

static void write_glicko(const struct server *server, const struct rating *rating,
                         struct json *json)
{
    json_put_object(json, "perf");
    json_put_object(json, "glicko");
    json_put_decimal(json, "rating", rating->glicko.rating, 2);
    json_put_decimal(json, "deviation", rating_deviation(rating, server_date(server)), 2);
    if (rating_is_provisional(rating, server_date(server)))
        json_put_bool(json, "provisional", true);
    json_end_object(json);
    json_put_integer(json, "nb", rating->games);
    json_put_integer(json, "progress", rating_progress(rating));
    json_end_object(json);
}

static void write_standing(const struct standing *standing, struct json *json)
{
    if (standing->rank)
        json_put_integer(json, "rank", (int64_t)standing->rank);
    else
        json_put_text(json, "rank", NULL);
    if (standing->rank)
        json_put_decimal(json, "percentile",
                         100.0 * (double)standing->below / (double)standing->players, 1);
}

static void write_extreme(const char *key, int64_t rating, struct json *json)
{
    if (!rating)
        return;
    json_put_object(json, key);
    json_put_integer(json, "int", rating);
    json_end_object(json);
}

static void write_statistics(const struct identity *who, enum perf perf,
                             const struct rating *rating, const struct extremes *extremes,
                             struct json *json)
{
    json_put_object(json, "stat");
    json_put_object(json, "perfType");
    json_put_text(json, "key", perf_key(perf));
    json_put_text(json, "name", perf_name(perf));
    json_end_object(json);
    json_put_object(json, "userId");
    json_put_text(json, "id", who->id);
    json_put_text(json, "name", who->name);
    json_end_object(json);
    write_extreme("highest", extremes->highest, json);
    write_extreme("lowest", extremes->lowest, json);
    json_put_object(json, "count");
    json_put_integer(json, "all", rating->games);
    json_put_integer(json, "rated", rating->games);
    json_put_integer(json, "win", rating->wins);
    json_put_integer(json, "loss", rating->losses);
    json_put_integer(json, "draw", rating->draws);
    json_end_object(json);
    json_end_object(json);
}

static void send_perf(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    struct identity who;
    enum perf perf;
    if (!exchange || !read_account(exchange, job, &who))
        return;
    if (!perf_from_key(exchange->params[1], &perf)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such kind of rating");
        return;
    }
    const struct rating rating = ratings_get(exchange->server, &who, perf);
    const struct standing standing = leaderboard_standing(exchange->server, perf, &who);
    const struct extremes extremes = find_extremes(job, perf, &rating);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_object(&json, "user");
    json_put_text(&json, "name", who.name);
    json_end_object(&json);
    write_glicko(exchange->server, &rating, &json);
    write_standing(&standing, &json);
    write_statistics(&who, perf, &rating, &extremes, &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_perf_handler(struct exchange *exchange)
{
    query_points(exchange, send_perf);
}

// ---- leaderboards ----------------------------------------------------------------------------

static void write_leader(const struct server *server, const struct leader *leader, enum perf perf,
                         struct json *json)
{
    json_begin_object(json);
    json_put_text(json, "id", leader->who->id);
    json_put_text(json, "username", leader->who->name);
    if (identity_title(leader->who))
        json_put_text(json, "title", identity_title(leader->who));
    json_put_object(json, "perfs");
    json_put_object(json, perf_key(perf));
    json_put_integer(json, "rating", rating_points(leader->rating));
    json_put_integer(json, "progress", rating_progress(leader->rating));
    json_end_object(json);
    json_end_object(json);
    if (presence_is_online(server, leader->who->id))
        json_put_bool(json, "online", true);
    json_end_object(json);
}

/* Writes an array of the first `count` places. */
static void write_leaders(struct server *server, const char *key, enum perf perf, size_t count,
                          struct json *json)
{
    struct leader leaders[LEADERBOARD_MAX];
    const size_t found = leaderboard_list(server, perf, leaders, count);
    json_put_array(json, key);
    for (size_t i = 0; i < found; i++)
        write_leader(server, &leaders[i], perf, json);
    json_end_array(json);
}

void api_leaderboards_handler(struct exchange *exchange)
{
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    for (enum perf perf = 0; perf < PERF_COUNT; perf++)
        write_leaders(exchange->server, perf_key(perf), perf, TOP_DEFAULT, &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_leaderboard_handler(struct exchange *exchange)
{
    enum perf perf;
    char *end;
    const long count = strtol(exchange->params[0], &end, 10);
    if (*end || count < 1 || count > LEADERBOARD_MAX) {
        exchange_refuse_field(exchange, "nb", "must be 1 to 200");
        return;
    }
    if (!perf_from_key(exchange->params[1], &perf)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such kind of rating");
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    write_leaders(exchange->server, "users", perf, (size_t)count, &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

// ---- the score of two players ----------------------------------------------------------------

static void write_score(char ids[2][IDENTITY_ID_MAX + 1], int64_t games, int64_t half_points,
                        struct json *json)
{
    json_put_object(json, "users");
    json_put_decimal(json, ids[0], (double)half_points / 2, 1);
    json_put_decimal(json, ids[1], (double)(2 * games - half_points) / 2, 1);
    json_end_object(json);
    json_put_integer(json, "nbGames", games);
}

/* Whether they are playing each other in a public game. */
static bool are_playing(struct server *server, char ids[2][IDENTITY_ID_MAX + 1])
{
    enum { GAMES_MAX = 200 };
    const struct round *rounds[GAMES_MAX];
    const size_t count = rounds_list(server, ids[0], rounds, GAMES_MAX);
    for (size_t i = 0; i < count && i < GAMES_MAX; i++) {
        const struct game_info *info = round_info(rounds[i]);
        if (!info->settings.hidden && game_info_side(info, ids[1]) != RK_NO_SIDE)
            return true;
    }
    const struct list *at = NULL;
    for (const struct running_game *game; (game = running_games_next_of(server, ids[0], &at));)
        if (game->is_public &&
            (!strcmp(game->players[0], ids[1]) || !strcmp(game->players[1], ids[1])))
            return true;
    return false;
}

static bool read_ids(const struct exchange *exchange, char ids[2][IDENTITY_ID_MAX + 1])
{
    return name_to_id(exchange->params[0], ids[0]) && name_to_id(exchange->params[1], ids[1]);
}

static void send_crosstable(void *context, struct store_job *job, enum store_outcome outcome)
{
    enum { GAMES, POINTS, RECENT_GAMES, RECENT_POINTS };
    struct exchange *exchange = exchange_read_finish(context, outcome);
    char ids[2][IDENTITY_ID_MAX + 1];
    if (!exchange || !read_ids(exchange, ids) || !store_next_row(job))
        return;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    write_score(ids, store_get_integer(job, GAMES), store_get_integer(job, POINTS), &json);
    if (form_bool(exchange->form, "matchup", false) && are_playing(exchange->server, ids)) {
        json_put_object(&json, "matchup");
        write_score(ids, store_get_integer(job, RECENT_GAMES),
                    store_get_integer(job, RECENT_POINTS), &json);
        json_end_object(&json);
    }
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_crosstable_handler(struct exchange *exchange)
{
    char ids[2][IDENTITY_ID_MAX + 1];
    if (!read_ids(exchange, ids)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such user");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_CROSSTABLE);
    store_bind_text(job, ids[0]);
    store_bind_text(job, ids[1]);
    store_bind_integer(job, server_date(exchange->server) - DAY_MS);
    exchange_read(exchange, job, send_crosstable);
}
