/* SPDX-License-Identifier: MIT */
#include "running/results.h"

#include <stdlib.h>
#include <string.h>

#include "record/game_status.h"
#include "rounds/game_listener.h"
#include "rounds/round.h"

struct results {
    struct game_listener games;
    struct game_result ring[RESULTS_MAX];
    size_t first, count;
    struct list listeners;
    struct pending_list pending;
};

// ---- following -------------------------------------------------------------------------------

void results_listen(struct server *server, struct results_listener *listener)
{
    const struct results *results = server->results;
    list_add(&server->results->listeners, &listener->node);
    for (size_t i = 0; i < results->count; i++)
        listener->on_result(listener, &results->ring[(results->first + i) % RESULTS_MAX]);
}

void results_unlisten(struct results_listener *listener)
{
    list_remove(&listener->node);
}

static struct game_result *push_result(struct results *results)
{
    if (results->count < RESULTS_MAX)
        return &results->ring[(results->first + results->count++) % RESULTS_MAX];
    const size_t oldest = results->first;
    results->first = (results->first + 1) % RESULTS_MAX;
    return &results->ring[oldest];
}

static bool is_shown(const struct game_info *info, const rk_game *game)
{
    return !info->settings.hidden && rk_game_status(game) != RK_ABORTED;
}

static bool has_result(const struct results *results, const char *game)
{
    for (size_t i = 0; i < results->count; i++)
        if (!strcmp(results->ring[(results->first + i) % RESULTS_MAX].info.id, game))
            return true;
    return false;
}

static void notify_listeners(struct results *results, const struct game_result *result)
{
    for (struct list *node = results->listeners.next, *next; node != &results->listeners;
         node = next) {
        next = node->next;
        struct results_listener *listener = LIST_OWNER(node, struct results_listener, node);
        listener->on_result(listener, result);
    }
}

/* A game of another node may be among those that were loaded. */
static void on_game_ended(struct game_listener *listener, struct round *round)
{
    struct results *results = LIST_OWNER(listener, struct results, games);
    const struct game_info *info = round_info(round);
    const rk_game *game = round_game(round);
    if (!is_shown(info, game) || has_result(results, info->id))
        return;
    struct game_result *result = push_result(results);
    *result = (struct game_result){.info = *info,
                                   .rating = *round_rating(round),
                                   .status = game_status_key(game),
                                   .winner = rk_game_winner(game),
                                   .ended_at = round_ended_at(round)};
    notify_listeners(results, result);
}

// ---- loading ---------------------------------------------------------------------------------

static bool read_row(const struct store_job *job, struct game_result *out)
{
    enum { ID, INFO, ENDED_AT, STATUS, WINNER, RATINGS };
    const char *info = store_get_text(job, INFO);
    *out =
        (struct game_result){.rating = rating_result_from_row(job, RATINGS),
                             .status = game_status_key_of((unsigned)store_get_integer(job, STATUS)),
                             .winner = (rk_winner)store_get_integer(job, WINNER),
                             .ended_at = store_get_integer(job, ENDED_AT)};
    return !game_info_read(store_get_text(job, ID), info, strlen(info), &out->info, NULL);
}

/* The rows are the newest first. Games that have ended meanwhile are newer than all of them. */
static void add_past(struct results *results, struct store_job *job)
{
    while (results->count < RESULTS_MAX && store_next_row(job)) {
        struct game_result result;
        if (!read_row(job, &result) || has_result(results, result.info.id))
            continue;
        results->first = (results->first + RESULTS_MAX - 1) % RESULTS_MAX;
        results->ring[results->first] = result;
        results->count++;
    }
}

static void on_past(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    if (request->server && outcome == STORE_DONE)
        add_past(request->server->results, job);
    else if (request->server)
        log_line(request->server->log, LOG_WARNING, "cannot read the last results");
    pending_destroy(request);
}

rk_err results_create(struct server *server)
{
    struct results *results = calloc(1, sizeof *results);
    if (!results)
        return RK_NO_MEMORY;
    list_init(&results->listeners);
    pending_list_init(&results->pending, server);
    server->results = results;
    results->games.ended = on_game_ended;
    game_listen(server, &results->games);
    struct pending_request *request = pending_create(&results->pending, sizeof *request);
    if (!request)
        return RK_NO_MEMORY;
    struct store_job *job = store_job_create();
    store_call(job, STORE_LATEST_RESULTS);
    store_bind_integer(job, RESULTS_MAX);
    store_read(server->store, job, on_past, request);
    return RK_OK;
}

void results_destroy(struct server *server)
{
    if (!server->results)
        return;
    pending_cancel_all(&server->results->pending);
    list_remove(&server->results->games.node);
    free(server->results);
    server->results = NULL;
}
