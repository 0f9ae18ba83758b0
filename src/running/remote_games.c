/* SPDX-License-Identifier: MIT */
#include "running/remote_games.h"

#include <stdlib.h>
#include <string.h>

#include "rounds/rounds.h"
#include "running/node_summary.h"

enum { GAMES_MAX = 100, NEWEST_MAX = 32 * SUMMARY_GAMES_MAX };

struct remote_games {
    struct pending_list pending; /* struct open_batch */
};

/* Games that are opened for one caller. */
struct open_batch {
    struct pending_request pending;
    remote_games_opened *callback;
    void *context;
    size_t waiting; /* games that are being opened, and one while there may be more */
};

static void finish_one(struct open_batch *batch)
{
    if (--batch->waiting)
        return;
    remote_games_opened *const callback = batch->callback;
    void *const context = batch->context;
    pending_destroy(&batch->pending);
    callback(context);
}

static void on_game_opened(void *context, struct round *round, const char *why)
{
    (void)round;
    (void)why; // a game that cannot be opened is not listed
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

static void open_all(struct open_batch *batch, const struct game_ids *games)
{
    struct server *server = batch->pending.server;
    batch->pending.internal = true;
    batch->waiting += games->count;
    for (size_t i = 0; i < games->count; i++)
        rounds_open(server, games->ids[i], on_game_opened, batch);
    finish_one(batch);
}

/* NULL if there is nothing to open; then the callback was called. */
static struct open_batch *start_batch(struct server *server, bool is_needed,
                                      remote_games_opened *callback, void *context)
{
    struct open_batch *batch =
        is_needed ? pending_create(&server->remote_games->pending, sizeof *batch) : NULL;
    if (!batch) {
        callback(context);
        return NULL;
    }
    batch->callback = callback;
    batch->context = context;
    batch->waiting = 1;
    return batch;
}

static void on_game_ids_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct open_batch *batch = context;
    struct server *server = batch->pending.server;
    struct game_ids games = {.count = 0};
    if (!server) {
        pending_destroy(&batch->pending);
        return;
    }
    while (outcome == STORE_DONE && store_next_row(job))
        add_unknown(server, store_get_text(job, 0), &games);
    open_all(batch, &games);
}

void remote_games_open_of_account(struct server *server, const char *id,
                                  remote_games_opened *callback, void *context)
{
    struct open_batch *batch = start_batch(server, bus_has_peers(server->bus), callback, context);
    if (!batch)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_RUNNING_GAMES_OF);
    store_bind_text(job, id);
    store_read(server->store, job, on_game_ids_read, batch);
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
    struct open_batch *batch = start_batch(server, bus_has_peers(server->bus), callback, context);
    struct game_ids games = {.count = 0};
    if (!batch)
        return;
    for (unsigned channel = 0; channel < SUMMARY_CHANNELS_MAX; channel++) {
        const struct summary_game *best = node_summaries_best(server, channel);
        if (best)
            add_unknown(server, best->id, &games);
    }
    add_newest(server, &games);
    open_all(batch, &games);
}

void remote_games_open_listed(struct server *server, const char *const *ids, size_t count,
                              remote_games_opened *callback, void *context)
{
    struct open_batch *batch = start_batch(server, count > 0, callback, context);
    if (!batch)
        return;
    batch->pending.internal = true;
    batch->waiting += count;
    for (size_t i = 0; i < count; i++)
        rounds_open(server, ids[i], on_game_opened, batch);
    finish_one(batch);
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
