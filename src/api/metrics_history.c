/* SPDX-License-Identifier: MIT */
#include "api/metrics_history.h"

#include <stdlib.h>

#include "accounts/presence.h"
#include "api/handlers.h"
#include "api/live_metrics.h"
#include "base/milliseconds.h"
#include "core/metrics.h"
#include "http/exchange.h"

enum { PERIOD_MS = 30 * SECOND_MS, SAMPLES_MAX = 480 };

/* The columns of the answer. MOVES and MOVE_TIME are those since the sample before. */
enum column { DATE, PEOPLE, GAMES, MOVES, MOVE_TIME, CONNECTIONS, MEMORY, COLUMN_COUNT };

static const char *const column_names[COLUMN_COUNT] = {
    [DATE] = "dates",      [PEOPLE] = "people",       [GAMES] = "games",
    [MOVES] = "moves",     [MOVE_TIME] = "moveTimes", [CONNECTIONS] = "connections",
    [MEMORY] = "memories",
};

struct metrics_history {
    struct server *server;
    struct timer timer;
    int64_t samples[SAMPLES_MAX][COLUMN_COUNT]; /* a ring */
    size_t count, next;
    int64_t moves; /* as of the last sample, like the durations */
    uint64_t durations[HISTOGRAM_BUCKETS];
};

// ---- sampling --------------------------------------------------------------------------------

static int64_t count_new_moves(struct metrics_history *history)
{
    const int64_t moves = metrics_get(history->server->metrics, METRIC_MOVES, 0);
    const int64_t added = moves - history->moves;
    history->moves = moves;
    return added;
}

/* Sets how many durations each bucket has got since the last sample; returns their sum. */
static uint64_t count_new_durations(struct metrics_history *history,
                                    uint64_t added[HISTOGRAM_BUCKETS])
{
    const struct histogram *histogram =
        metrics_histogram(history->server->metrics, METRIC_MOVE_SECONDS);
    uint64_t total = 0;
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        const uint64_t count = histogram ? histogram_count(histogram, i) : 0;
        added[i] = count - history->durations[i];
        history->durations[i] = count;
        total += added[i];
    }
    return total;
}

/* The microseconds that 99 of 100 new moves did not exceed; -1: there are none. */
static int64_t new_move_time(struct metrics_history *history)
{
    uint64_t added[HISTOGRAM_BUCKETS];
    const uint64_t total = count_new_durations(history, added);
    if (!total)
        return -1;
    size_t bucket = 0;
    for (uint64_t seen = added[0]; seen * 100 < total * 99 && bucket + 2 < HISTOGRAM_BUCKETS;)
        seen += added[++bucket];
    return histogram_bound(bucket);
}

static void set_timer(struct metrics_history *history);

static void take_sample(void *context)
{
    struct metrics_history *history = context;
    struct server *server = history->server;
    int64_t *sample = history->samples[history->next];
    live_metrics_collect(server);
    sample[DATE] = server_date(server);
    sample[PEOPLE] = (int64_t)live_metrics_count_people(server);
    sample[GAMES] = metrics_get(server->metrics, METRIC_GAMES, 0);
    sample[MOVES] = count_new_moves(history);
    sample[MOVE_TIME] = new_move_time(history);
    sample[CONNECTIONS] = metrics_get(server->metrics, METRIC_CONNECTIONS, CONNECTIONS_ALL);
    sample[MEMORY] = metrics_get(server->metrics, METRIC_MEMORY, 0);
    history->next = (history->next + 1) % SAMPLES_MAX;
    history->count += history->count < SAMPLES_MAX;
    set_timer(history);
}

static void set_timer(struct metrics_history *history)
{
    struct server *server = history->server;
    if (!timer_set(&server->timers, &history->timer, server->now + PERIOD_MS, take_sample, history))
        log_line(server->log, LOG_ERROR, "out of memory: the graphs of the admin page stop");
}

rk_err metrics_history_create(struct server *server)
{
    struct metrics_history *history = calloc(1, sizeof *history);
    if (!history)
        return RK_NO_MEMORY;
    history->server = server;
    server->metrics_history = history;
    set_timer(history);
    return RK_OK;
}

void metrics_history_destroy(struct server *server)
{
    if (!server->metrics_history)
        return;
    timer_stop(&server->timers, &server->metrics_history->timer);
    free(server->metrics_history);
    server->metrics_history = NULL;
}

// ---- GET /api/mod/numbers/history ------------------------------------------------------------

static void write_column(const struct metrics_history *history, enum column column,
                         struct json *json)
{
    const size_t first = history->next + SAMPLES_MAX - history->count;
    json_put_array(json, column_names[column]);
    for (size_t i = 0; i < history->count; i++)
        json_number(json, history->samples[(first + i) % SAMPLES_MAX][column]);
    json_end_array(json);
}

void mod_numbers_history_handler(struct exchange *exchange)
{
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_integer(&json, "period", PERIOD_MS);
    for (enum column column = 0; column < COLUMN_COUNT; column++)
        write_column(exchange->server->metrics_history, column, &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}
