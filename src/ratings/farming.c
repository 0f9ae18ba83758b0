/* SPDX-License-Identifier: MIT */
#include "ratings/farming.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "ratings/ratings_internal.h"

enum { SHORT_GAME_PLIES = 10, WINS_MAX = 2, SERIES_MAX = 10000 };

_Static_assert(2 * IDENTITY_ID_MAX + 1 <= MAP_KEY_MAX, "two ids and a character make a key");

/* Short wins of one player over another, in a row. */
struct win_series {
    unsigned wins;
    int64_t last_at;
    char key[MAP_KEY_MAX + 1];
};

static void write_key(const char *winner, const char *loser, char out[MAP_KEY_MAX + 1])
{
    snprintf(out, MAP_KEY_MAX + 1, "%.*s>%.*s", IDENTITY_ID_MAX, winner, IDENTITY_ID_MAX, loser);
}

static struct win_series *find_series(const struct server *server, const char *winner,
                                      const char *loser)
{
    char key[MAP_KEY_MAX + 1];
    write_key(winner, loser, key);
    return map_get(&server->ratings->series, key);
}

static bool is_short_win(const struct rated_game *game)
{
    return game->plies < SHORT_GAME_PLIES && game->white_score != 0.5;
}

static int winner_of(const struct rated_game *game)
{
    return game->white_score < 0.5;
}

bool farming_is_suspected(const struct server *server, const struct rated_game *game)
{
    const int winner = winner_of(game);
    const struct win_series *series =
        is_short_win(game)
            ? find_series(server, game->players[winner].id, game->players[!winner].id)
            : NULL;
    return series && series->wins >= WINS_MAX && game->ended_at - series->last_at < DAY_MS;
}

static void remove_series(struct server *server, struct win_series *series)
{
    if (!series)
        return;
    map_remove(&server->ratings->series, series->key);
    free(series);
}

/* Makes room for another series. If all are recent, this is a flood: all are dropped. */
static void remove_old(struct server *server)
{
    struct map *map = &server->ratings->series;
    for (int everything = 0; everything < 2 && map->count >= SERIES_MAX; everything++) {
        size_t at = 0;
        for (struct win_series *series; (series = map_next(map, &at));)
            if (everything || server_date(server) - series->last_at >= DAY_MS)
                remove_series(server, series);
    }
}

static struct win_series *add_series(struct server *server, const char *winner, const char *loser)
{
    remove_old(server);
    struct win_series *series = calloc(1, sizeof *series);
    if (!series)
        return NULL;
    write_key(winner, loser, series->key);
    if (map_put(&server->ratings->series, series->key, series))
        return series;
    free(series);
    return NULL;
}

void farming_record(struct server *server, const struct rated_game *game)
{
    const char *winner = game->players[winner_of(game)].id;
    const char *loser = game->players[!winner_of(game)].id;
    remove_series(server, find_series(server, loser, winner));
    struct win_series *series = find_series(server, winner, loser);
    if (!is_short_win(game)) {
        remove_series(server, series);
        return;
    }
    if (!series && !(series = add_series(server, winner, loser)))
        return; // out of memory: the next game begins the series
    series->wins = game->ended_at - series->last_at < DAY_MS ? series->wins + 1 : 1;
    series->last_at = game->ended_at;
}

// ---- what the store knows --------------------------------------------------------------------

struct farming_read {
    struct pending_request pending;
    struct identity players[2];
};

/* The last rated games of two people, the oldest first: how many of them are short wins of the same
 * player in a row. */
struct found_series {
    unsigned wins, winner; /* 0 wins: there is no series */
    int64_t last_at;       /* when the last game ended; 0: there is none */
};

static void add_found(struct found_series *found, bool is_short, unsigned winner, int64_t ended_at)
{
    const bool goes_on =
        found->wins && found->winner == winner && ended_at - found->last_at < DAY_MS;
    found->wins = !is_short ? 0 : goes_on ? found->wins + 1 : 1;
    found->winner = winner;
    found->last_at = ended_at;
}

static struct found_series read_series(struct store_job *job)
{
    enum { SIDE, WINNER, PLIES, ENDED_AT, NOBODY = 2 };
    struct found_series found = {0};
    while (store_next_row(job)) {
        const int64_t winner = store_get_integer(job, WINNER);
        const bool is_short = winner != NOBODY && store_get_integer(job, PLIES) < SHORT_GAME_PLIES;
        add_found(&found, is_short, winner != store_get_integer(job, SIDE),
                  store_get_integer(job, ENDED_AT));
    }
    return found;
}

/* The series in memory is newer. */
static void take_series(struct server *server, const struct identity *players,
                        const struct found_series *found)
{
    for (unsigned i = 0; i < 2; i++) {
        const char *winner = players[i].id, *loser = players[!i].id;
        struct win_series *series = find_series(server, winner, loser);
        if (series && series->last_at >= found->last_at)
            continue;
        if (!found->wins || found->winner != i)
            remove_series(server, series);
        else if (series || (series = add_series(server, winner, loser))) {
            series->wins = found->wins;
            series->last_at = found->last_at;
        }
    }
}

static void on_games_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct farming_read *read = context;
    if (read->pending.server && outcome == STORE_DONE) {
        const struct found_series found = read_series(job);
        if (found.last_at)
            take_series(read->pending.server, read->players, &found);
    }
    pending_destroy(&read->pending);
}

void farming_load(struct server *server, const struct identity players[2])
{
    struct farming_read *read = pending_create(&server->ratings->pending, sizeof *read);
    if (!read)
        return;
    memcpy(read->players, players, sizeof read->players);
    struct store_job *job = store_job_create();
    store_call(job, STORE_RATED_GAMES_OF_PAIR);
    store_bind_text(job, players[0].id);
    store_bind_text(job, players[1].id);
    store_bind_integer(job, server_date(server) - DAY_MS);
    store_read(server->store, job, on_games_read, read);
}
