/* SPDX-License-Identifier: MIT */
#include "running/remote_games.h"

#include <stdlib.h>
#include <string.h>

#include "rounds/rounds.h"
#include "running/node_summary.h"

enum { GAMES_MAX = 100, NEWEST_MAX = 32 * SUMMARY_GAMES_MAX };

struct remote_games {
    struct pending_list pending; /* struct gathering */
};

struct gathering {
    struct pending_request pending;
    remote_games_opened *callback;
    void *context;
    size_t waiting; /* games that are being opened, and one while there may be more */
};

static void finish_one(struct gathering *gathering)
{
    if (--gathering->waiting)
        return;
    remote_games_opened *const callback = gathering->callback;
    void *const context = gathering->context;
    pending_destroy(&gathering->pending);
    callback(context);
}

static void on_game_opened(void *context, struct round *round, const char *why)
{
    (void)round;
    (void)why; // what cannot be opened is not listed
    finish_one(context);
}

/* The ids of games to be opened. */
struct game_ids {
    char ids[GAMES_MAX][GAME_ID_SIZE + 1];
    size_t count;
};

static void add_unknown(struct server *server, const char *id, struct game_ids *out)
{
    for (size_t i = 0; i < out->count; i++)
        if (!strcmp(out->ids[i], id))
            return;
    if (out->count < GAMES_MAX && strlen(id) == GAME_ID_SIZE && !rounds_find(server, id))
        memcpy(out->ids[out->count++], id, GAME_ID_SIZE + 1);
}

static void open_all(struct gathering *gathering, const struct game_ids *games)
{
    struct server *server = gathering->pending.server;
    gathering->pending.internal = true;
    gathering->waiting += games->count;
    for (size_t i = 0; i < games->count; i++)
        rounds_open(server, games->ids[i], on_game_opened, gathering);
    finish_one(gathering);
}

/* NULL if there is nothing to gather; then the callback was called. */
static struct gathering *start_gathering(struct server *server, bool is_needed,
                                         remote_games_opened *callback, void *context)
{
    struct gathering *gathering =
        is_needed ? pending_create(&server->remote_games->pending, sizeof *gathering) : NULL;
    if (!gathering) {
        callback(context);
        return NULL;
    }
    gathering->callback = callback;
    gathering->context = context;
    gathering->waiting = 1;
    return gathering;
}

static void on_game_ids_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct gathering *gathering = context;
    struct server *server = gathering->pending.server;
    struct game_ids games = {.count = 0};
    if (!server) {
        pending_destroy(&gathering->pending);
        return;
    }
    while (outcome == STORE_DONE && store_next_row(job))
        add_unknown(server, store_get_text(job, 0), &games);
    open_all(gathering, &games);
}

void remote_games_open_of_account(struct server *server, const char *id,
                                  remote_games_opened *callback, void *context)
{
    struct gathering *gathering =
        start_gathering(server, bus_has_peers(server->bus), callback, context);
    if (!gathering)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_RUNNING_GAMES_OF);
    store_bind_text(job, id);
    store_read(server->store, job, on_game_ids_read, gathering);
}

static int compare_age(const void *a, const void *b)
{
    const struct summary_game *first = a, *second = b;
    return (first->created_at < second->created_at) - (first->created_at > second->created_at);
}

/* The newest games of all nodes, so that each of them lists the same. */
static void add_newest(struct server *server, struct game_ids *out)
{
    struct summary_game games[NEWEST_MAX];
    size_t count = 0, at = 0;
    for (const struct summary_game *game;
         count < NEWEST_MAX && (game = node_summaries_next(server, &at));)
        games[count++] = *game;
    qsort(games, count, sizeof *games, compare_age);
    for (size_t i = 0; i < count; i++)
        add_unknown(server, games[i].id, out);
}

void remote_games_open_public(struct server *server, remote_games_opened *callback, void *context)
{
    struct gathering *gathering =
        start_gathering(server, bus_has_peers(server->bus), callback, context);
    struct game_ids games = {.count = 0};
    if (!gathering)
        return;
    for (unsigned channel = 0; channel < SUMMARY_CHANNELS_MAX; channel++) {
        const struct summary_game *best = node_summaries_best(server, channel);
        if (best)
            add_unknown(server, best->id, &games);
    }
    add_newest(server, &games);
    open_all(gathering, &games);
}

void remote_games_open_listed(struct server *server, const char *const *ids, size_t count,
                              remote_games_opened *callback, void *context)
{
    struct gathering *gathering = start_gathering(server, count > 0, callback, context);
    if (!gathering)
        return;
    gathering->pending.internal = true;
    gathering->waiting += count;
    for (size_t i = 0; i < count; i++)
        rounds_open(server, ids[i], on_game_opened, gathering);
    finish_one(gathering);
}

// ---- the module ------------------------------------------------------------------------------

rk_err remote_games_create(struct server *server)
{
    struct remote_games *games = calloc(1, sizeof *games);
    if (!games)
        return RK_NO_MEMORY;
    pending_list_init(&games->pending, server);
    server->remote_games = games;
    return RK_OK;
}

void remote_games_destroy(struct server *server)
{
    if (!server->remote_games)
        return;
    pending_cancel_all(&server->remote_games->pending);
    free(server->remote_games);
    server->remote_games = NULL;
}
