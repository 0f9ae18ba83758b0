/* SPDX-License-Identifier: MIT */
#include "ratings/rating_change.h"

#include <stdlib.h>
#include <string.h>

#include "ratings/farming.h"
#include "ratings/leaderboard_change.h"
#include "ratings/rating_row.h"
#include "ratings/rating_sync.h"
#include "ratings/ratings_internal.h"

struct rating_change {
    struct rated_game game;
    struct identity players[2];
    bool counts; /* otherwise it is stored, but changes nothing */
    struct rating_write writes[2];
};

bool rated_game_counts(const struct rated_game *game)
{
    const struct identity *white = &game->players[0], *black = &game->players[1];
    return ratings_apply_to(white) && ratings_apply_to(black) &&
           strcmp(white->id, black->id) != 0 && game->plies >= RATING_PLIES_MIN;
}

// ---- computing -------------------------------------------------------------------------------

static void compute_ratings(struct rating_change *change, struct rating_entry *entries[2])
{
    const struct rated_game *game = &change->game;
    const bool is_bot[2] = {game->players[0].role == ROLE_BOT, game->players[1].role == ROLE_BOT};
    struct rating ratings[2];
    for (int side = 0; side < 2; side++) {
        change->writes[side] = rating_write_begin(entries[side]);
        ratings[side] = change->writes[side].before;
    }
    ratings_add_game(ratings, is_bot, game->white_score, game->ended_at);
    change->counts = true;
    for (int side = 0; side < 2; side++) {
        change->writes[side].after = ratings[side];
        rating_write_queue(&change->writes[side]);
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
        compute_ratings(change, entries);
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
        store_bind_integer(job, change->counts);
    else
        store_bind_null(job);
    for (int side = 0; side < 2; side++)
        if (change && change->counts) {
            store_bind_real(job, change->writes[side].before.glicko.rating);
            store_bind_real(job, change->writes[side].after.glicko.rating);
        } else {
            store_bind_null(job);
            store_bind_null(job);
        }
}

void rating_change_add(const struct rating_change *change, struct store_job *job)
{
    for (int side = 0; change->counts && side < 2; side++)
        rating_add_row(job, change->players[side].id, change->game.perf,
                       &change->writes[side].after, change->game.ended_at);
}

// ---- the store has answered ------------------------------------------------------------------

void rating_change_end(struct server *server, struct rating_change *change, bool written)
{
    for (int side = 0; change->counts && side < 2; side++)
        rating_write_end(&change->writes[side], written);
    if (!written)
        return;
    for (int side = 0; change->counts && side < 2; side++)
        rating_sync_publish(server, change->players[side].id, change->game.perf,
                            &change->writes[side].after);
    farming_record(server, &change->game);
    leaderboard_mark_changed(server, change->game.perf);
}

void rating_change_reload(struct server *server, const struct rating_change *change,
                          ratings_reloaded *callback, void *context)
{
    struct ratings_reload *reload = ratings_reload_create(server);
    if (!reload) {
        callback(context);
        return;
    }
    for (int side = 0; side < 2; side++)
        ratings_reload_add(reload, change->players[side].id, change->game.perf);
    ratings_reload_start(reload, callback, context);
}

// ---- the result ------------------------------------------------------------------------------

struct rating_result rating_change_result(const struct rating_change *change)
{
    struct rating_result result = {.changed = change->counts};
    for (int side = 0; side < 2; side++) {
        result.before[side] = change->writes[side].before.glicko.rating;
        result.after[side] = change->writes[side].after.glicko.rating;
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

int rating_result_diff(const struct rating_result *result, unsigned side)
{
    return rating_round(result->after[side]) - rating_round(result->before[side]);
}
