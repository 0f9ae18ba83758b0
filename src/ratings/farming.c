/* SPDX-License-Identifier: MIT */
#include "ratings/farming.h"

#include <stdio.h>
#include <stdlib.h>

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

static void write_key(const struct rated_game *game, int winner, char out[MAP_KEY_MAX + 1])
{
    snprintf(out, MAP_KEY_MAX + 1, "%s>%s", game->players[winner].id, game->players[!winner].id);
}

static struct win_series *find_series(const struct server *server, const struct rated_game *game,
                                      int winner)
{
    char key[MAP_KEY_MAX + 1];
    write_key(game, winner, key);
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
    const struct win_series *series =
        is_short_win(game) ? find_series(server, game, winner_of(game)) : NULL;
    return series && series->wins >= WINS_MAX && game->ended_at - series->last_at < DAY_MS;
}

static void remove_series(struct server *server, struct win_series *series)
{
    if (!series)
        return;
    map_remove(&server->ratings->series, series->key);
    free(series);
}

/* Makes room for another one. If all are recent, somebody is flooding: all are forgotten. */
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

static struct win_series *add_series(struct server *server, const struct rated_game *game,
                                     int winner)
{
    remove_old(server);
    struct win_series *series = calloc(1, sizeof *series);
    if (!series)
        return NULL;
    write_key(game, winner, series->key);
    if (map_put(&server->ratings->series, series->key, series))
        return series;
    free(series);
    return NULL;
}

void farming_record(struct server *server, const struct rated_game *game)
{
    const int winner = winner_of(game);
    remove_series(server, find_series(server, game, !winner));
    struct win_series *series = find_series(server, game, winner);
    if (!is_short_win(game)) {
        remove_series(server, series);
        return;
    }
    if (!series && !(series = add_series(server, game, winner)))
        return; // out of memory: the next game begins the series
    series->wins = game->ended_at - series->last_at < DAY_MS ? series->wins + 1 : 1;
    series->last_at = game->ended_at;
}
