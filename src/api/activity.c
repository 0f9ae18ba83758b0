/* SPDX-License-Identifier: MIT */
/* What happened lately: the games of a user by day, and the timeline of the caller. */
#include <string.h>

#include "accounts/accounts.h"
#include "api/api.h"
#include "api/handlers.h"
#include "base/milliseconds.h"
#include "http/exchange.h"
#include "http/exchange_query.h"
#include "ratings/rating_change.h"

enum {
    ACTIVITY_DAYS = 7,
    GAMES_MAX = 2000, /* of one user in that time; older ones are left out */
    PERFS_MAX = 32,
    PERF_SIZE = 24,
    TIMELINE_DAYS = 30,
    ENTRIES_DEFAULT = 15,
    ENTRIES_MAX = 30
};

// ---- the games of a user by day --------------------------------------------------------------

/* The columns of STORE_RECENT_RESULTS. */
enum { RESULT_ENDED_AT, RESULT_PERF, RESULT_SIDE, RESULT_WINNER, RESULT_RATINGS };

enum { WINNER_NOBODY = 2 };

struct tally {
    char perf[PERF_SIZE];
    int64_t wins, losses, draws;
    bool rated;        /* at least one game was */
    int before, after; /* the rating before the first rated game, and after the last */
};

/* A day of UTC. */
struct day {
    int64_t start;
    struct tally tallies[PERFS_MAX];
    size_t count;
};

static struct tally *find_tally(struct day *day, const char *perf)
{
    for (size_t i = 0; i < day->count; i++)
        if (!strcmp(day->tallies[i].perf, perf))
            return &day->tallies[i];
    if (day->count == PERFS_MAX || strlen(perf) >= PERF_SIZE)
        return NULL;
    struct tally *tally = &day->tallies[day->count++];
    strcpy(tally->perf, perf);
    return tally;
}

/* The rows come newest first. */
static void count_rating(struct tally *tally, const struct store_job *job)
{
    const struct rating_result result = rating_result_from_row(job, RESULT_RATINGS);
    const int64_t side = store_get_integer(job, RESULT_SIDE);
    if (!result.changed || (side != 0 && side != 1))
        return;
    if (!tally->rated)
        tally->after = rating_round(result.after[side]);
    tally->before = rating_round(result.before[side]);
    tally->rated = true;
}

static void count_result(struct day *day, const struct store_job *job)
{
    struct tally *tally = find_tally(day, store_get_text(job, RESULT_PERF));
    const int64_t winner = store_get_integer(job, RESULT_WINNER);
    if (!tally)
        return;
    if (winner == WINNER_NOBODY)
        tally->draws++;
    else if (winner == store_get_integer(job, RESULT_SIDE))
        tally->wins++;
    else
        tally->losses++;
    count_rating(tally, job);
}

static void write_tally(const struct tally *tally, struct json *json)
{
    json_put_object(json, tally->perf);
    json_put_integer(json, "win", tally->wins);
    json_put_integer(json, "loss", tally->losses);
    json_put_integer(json, "draw", tally->draws);
    if (tally->rated) {
        json_put_object(json, "rp");
        json_put_integer(json, "before", tally->before);
        json_put_integer(json, "after", tally->after);
        json_end_object(json);
    }
    json_end_object(json);
}

static void write_day(const struct day *day, struct json *json)
{
    if (!day->count)
        return;
    json_begin_object(json);
    json_put_object(json, "interval");
    json_put_integer(json, "start", day->start);
    json_put_integer(json, "end", day->start + DAY_MS);
    json_end_object(json);
    json_put_object(json, "games");
    for (size_t i = 0; i < day->count; i++)
        write_tally(&day->tallies[i], json);
    json_end_object(json);
    json_end_object(json);
}

/* The rows are sorted, the newest first. */
static void send_activity(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    struct day day = {.start = -1};
    if (!exchange)
        return;
    struct json json = json_in(&exchange->body);
    json_begin_array(&json);
    while (store_next_row(job)) {
        const int64_t ended_at = store_get_integer(job, RESULT_ENDED_AT);
        const int64_t start = ended_at - ended_at % DAY_MS;
        if (start != day.start) {
            write_day(&day, &json);
            day = (struct day){.start = start};
        }
        count_result(&day, job);
    }
    write_day(&day, &json);
    json_end_array(&json);
    exchange_json(exchange, 200);
}

static struct store_job *make_results_job(const char *account, int64_t since, int64_t max)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_RECENT_RESULTS);
    store_bind_text(job, account);
    store_bind_integer(job, since);
    store_bind_integer(job, max);
    return job;
}

static void read_activity(void *context, enum refusal refusal, const struct account *account)
{
    struct exchange *exchange = context;
    const int64_t now = server_date(exchange->server);
    if (!account)
        api_refuse_lookup(exchange, refusal, "no such user");
    else
        exchange_read(exchange,
                      make_results_job(account->who.id, now - now % DAY_MS - ACTIVITY_DAYS * DAY_MS,
                                       GAMES_MAX),
                      send_activity);
}

void api_activity_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_LISTING))
        account_find(exchange->server, exchange->params[0], read_activity, exchange);
}

// ---- the timeline ----------------------------------------------------------------------------

/* The columns of STORE_TIMELINE. */
enum {
    ENTRY_IS_GAME,
    ENTRY_AT,
    ENTRY_FROM,
    ENTRY_TO,
    ENTRY_FROM_NAME,
    ENTRY_TO_NAME,
    ENTRY_GAME,
    ENTRY_PERF,
    ENTRY_SIDE,
    ENTRY_WINNER
};

/* The people in the timeline; each is listed once. */
struct timeline_users {
    struct identity people[2 * ENTRIES_MAX];
    size_t count;
};

static void add_user(struct timeline_users *users, const char *id, const char *name)
{
    if (!*name) // a guest, or the computer
        return;
    for (size_t i = 0; i < users->count; i++)
        if (!strcmp(users->people[i].id, id))
            return;
    struct identity *who = &users->people[users->count++];
    strncpy(who->id, id, IDENTITY_ID_MAX);
    strncpy(who->name, name, IDENTITY_NAME_MAX);
}

static void write_follow(const struct store_job *job, struct json *json)
{
    json_put_text(json, "u1", store_get_text(job, ENTRY_FROM));
    json_put_text(json, "u2", store_get_text(job, ENTRY_TO));
}

static void write_game_end(const struct store_job *job, struct json *json)
{
    const int64_t winner = store_get_integer(job, ENTRY_WINNER);
    json_put_text(json, "fullId", store_get_text(job, ENTRY_GAME));
    json_put_text(json, "opponent",
                  *store_get_text(job, ENTRY_TO_NAME) ? store_get_text(job, ENTRY_TO) : NULL);
    json_put_text(json, "perf", store_get_text(job, ENTRY_PERF));
    if (winner != WINNER_NOBODY)
        json_put_bool(json, "win", winner == store_get_integer(job, ENTRY_SIDE));
}

static void write_entry(const struct store_job *job, struct json *json)
{
    const bool is_game = store_get_integer(job, ENTRY_IS_GAME);
    json_begin_object(json);
    json_put_text(json, "type", is_game ? "game-end" : "follow");
    json_put_object(json, "data");
    (is_game ? write_game_end : write_follow)(job, json);
    json_end_object(json);
    json_put_integer(json, "date", store_get_integer(job, ENTRY_AT));
    json_end_object(json);
}

static void write_users(const struct timeline_users *users, struct json *json)
{
    json_put_object(json, "users");
    for (size_t i = 0; i < users->count; i++) {
        json_put_object(json, users->people[i].id);
        json_put_text(json, "id", users->people[i].id);
        json_put_text(json, "name", users->people[i].name);
        json_end_object(json);
    }
    json_end_object(json);
}

static void send_timeline(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    struct timeline_users users = {.count = 0};
    if (!exchange)
        return;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "entries");
    while (store_next_row(job)) {
        write_entry(job, &json);
        add_user(&users, store_get_text(job, ENTRY_FROM), store_get_text(job, ENTRY_FROM_NAME));
        add_user(&users, store_get_text(job, ENTRY_TO), store_get_text(job, ENTRY_TO_NAME));
    }
    json_end_array(&json);
    write_users(&users, &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

/* Who follows whom, of the people whom the caller follows, and the caller's own games. */
void api_timeline_handler(struct exchange *exchange)
{
    const int64_t oldest = server_date(exchange->server) - TIMELINE_DAYS * DAY_MS;
    int64_t since = 0, max = ENTRIES_DEFAULT;
    if (!form_integer(exchange->form, "since", 0, INT64_MAX, &since)) {
        exchange_refuse_field(exchange, "since", "must be milliseconds since 1970");
        return;
    }
    if (!form_integer(exchange->form, "nb", 1, ENTRIES_MAX, &max)) {
        exchange_refuse_field(exchange, "nb", "must be 1 to 30");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_TIMELINE);
    store_bind_text(job, exchange->caller.who.id);
    store_bind_integer(job, since > oldest ? since : oldest);
    store_bind_integer(job, max);
    exchange_read(exchange, job, send_timeline);
}
