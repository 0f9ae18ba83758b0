/* SPDX-License-Identifier: MIT */
#include "ratings/rating_change.h"

#include <stdlib.h>
#include <string.h>

#include "ratings/farming.h"
#include "ratings/rating_row.h"
#include "ratings/ratings_internal.h"

struct rating_change {
    struct rated_game game;
    struct identity players[2];
    int64_t order; /* 0: it is stored, but does not count */
    struct rating before[2], after[2];
    uint64_t generations[2]; /* of the entries, when the change was computed */
};

bool rated_game_counts(const struct rated_game *game)
{
    const struct identity *white = &game->players[0], *black = &game->players[1];
    return ratings_has(white) && ratings_has(black) && strcmp(white->id, black->id) != 0 &&
           game->plies >= RATING_PLIES_MIN;
}

// ---- computing -------------------------------------------------------------------------------

static void compute(struct server *server, struct rating_change *change,
                    struct rating_entry *entries[2])
{
    const struct rated_game *game = &change->game;
    const bool is_bot[2] = {game->players[0].role == ROLE_BOT, game->players[1].role == ROLE_BOT};
    for (int side = 0; side < 2; side++)
        change->after[side] = change->before[side] = entries[side]->latest;
    ratings_add_game(change->after, is_bot, game->white_score, game->ended_at);
    change->order = ++server->ratings->last_order;
    for (int side = 0; side < 2; side++) {
        entries[side]->latest = change->after[side];
        entries[side]->pending++;
        change->generations[side] = entries[side]->generation;
    }
}

struct rating_change *rating_change_create(struct server *server, const struct rated_game *game)
{
    struct rating_change *change = calloc(1, sizeof *change);
    struct rating_entry *entries[2];
    for (int side = 0; side < 2; side++)
        entries[side] = rating_entry_get(server, &game->players[side], game->perf);
    if (!change || !entries[0] || !entries[1]) {
        free(change);
        return NULL;
    }
    change->game = *game;
    memcpy(change->players, game->players, sizeof change->players);
    change->game.players = change->players;
    if (!farming_is_suspected(server, game))
        compute(server, change, entries);
    return change;
}

void rating_change_destroy(struct rating_change *change)
{
    free(change);
}

// ---- writing ---------------------------------------------------------------------------------

void rating_change_bind(const struct rating_change *change, struct store_job *job)
{
    if (change)
        store_bind_integer(job, change->order);
    else
        store_bind_null(job);
    for (int side = 0; side < 2; side++)
        if (change && change->order) {
            store_bind_real(job, change->before[side].glicko.rating);
            store_bind_real(job, change->after[side].glicko.rating);
        } else {
            store_bind_null(job);
            store_bind_null(job);
        }
}

void rating_change_add(const struct rating_change *change, struct store_job *job)
{
    for (int side = 0; change->order && side < 2; side++)
        rating_add_row(job, change->players[side].id, change->game.perf, &change->after[side],
                       change->game.ended_at);
}

// ---- the store has answered ------------------------------------------------------------------

static void end_side(struct rating_entry *entry, const struct rating_change *change, int side,
                     bool written)
{
    entry->pending--;
    if (written) {
        entry->stored = change->after[side];
    } else if (change->generations[side] == entry->generation) {
        entry->latest = entry->stored;
        entry->generation++;
    }
}

void rating_change_end(struct server *server, struct rating_change *change, bool written)
{
    for (int side = 0; change->order && side < 2; side++) {
        const struct rated_player *player = rated_player_find(server, change->players[side].id);
        end_side(player->entries[change->game.perf], change, side, written);
    }
    if (written)
        farming_record(server, &change->game);
}

struct reload_request {
    struct pending_request pending;
    ratings_reloaded *callback;
    void *context;
};

/* A change that is under way would be lost; the store refuses the next one again if need be. */
static void take_row(struct server *server, const struct store_job *job)
{
    struct rating rating;
    enum perf perf;
    const struct rated_player *player =
        rated_player_find(server, store_get_text(job, RATING_ROW_ACCOUNT));
    if (!player || !rating_from_row(job, &perf, &rating))
        return;
    struct rating_entry *entry = player->entries[perf];
    if (!entry || entry->pending)
        return;
    entry->stored = entry->latest = rating;
    entry->generation++;
}

static void on_reloaded(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reload_request *request = context;
    struct server *server = request->pending.server;
    if (server) {
        while (outcome == STORE_DONE && store_next_row(job))
            take_row(server, job);
        request->callback(request->context);
    }
    pending_destroy(&request->pending);
}

void rating_change_reload(struct server *server, const struct rating_change *change,
                          ratings_reloaded *callback, void *context)
{
    struct reload_request *request = pending_create(&server->ratings->pending, sizeof *request);
    if (!request) {
        callback(context);
        return;
    }
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    for (int side = 0; side < 2; side++) {
        store_call(job, STORE_RATING);
        store_bind_text(job, change->players[side].id);
        store_bind_text(job, perf_key(change->game.perf));
    }
    // Among the writes, so that it sees all that were queued before.
    store_write(server->store, job, on_reloaded, request);
}

// ---- the result ------------------------------------------------------------------------------

struct rating_result rating_change_result(const struct rating_change *change)
{
    struct rating_result result = {.changed = change->order != 0};
    for (int side = 0; side < 2; side++) {
        result.before[side] = change->before[side].glicko.rating;
        result.after[side] = change->after[side].glicko.rating;
    }
    return result;
}

struct rating_result rating_result_from_row(const struct store_job *job, unsigned first_column)
{
    return (struct rating_result){
        .changed = !store_is_null(job, first_column),
        .before = {store_get_real(job, first_column), store_get_real(job, first_column + 2)},
        .after = {store_get_real(job, first_column + 1), store_get_real(job, first_column + 3)}};
}

int rating_result_diff(const struct rating_result *result, int side)
{
    return rating_round(result->after[side]) - rating_round(result->before[side]);
}
