/* SPDX-License-Identifier: MIT */
#include "running/game_counts.h"

#include <string.h>

#include "rounds/player_games.h"
#include "rounds/round_clock.h"
#include "rounds/rounds.h"
#include "running/running_games.h"

size_t game_counts_of(const struct server *server, const char *id, size_t *out_live)
{
    const struct list *at = NULL;
    size_t count = 0;
    *out_live = 0;
    for (const struct round *round; (round = player_games_next(server, id, &at)); count++)
        *out_live += round_has_clock(round);
    at = NULL;
    for (const struct running_game *game; (game = running_games_next_of(server, id, &at)); count++)
        *out_live += game->has_clock;
    return count;
}

size_t game_counts_against_engine(const struct server *server, const char *id,
                                  char out_one[GAME_ID_SIZE + 1])
{
    const struct list *at = NULL;
    size_t count = 0;
    *out_one = '\0';
    for (const struct round *round; (round = player_games_next(server, id, &at));) {
        if (game_info_engine_side(round_info(round)) == RK_NO_SIDE)
            continue;
        memcpy(out_one, round_info(round)->id, GAME_ID_SIZE + 1);
        count++;
    }
    at = NULL;
    for (const struct running_game *game; (game = running_games_next_of(server, id, &at));) {
        if (!game->by_engine)
            continue;
        memcpy(out_one, game->id, GAME_ID_SIZE + 1);
        count++;
    }
    return count;
}

static void count_active(void *context, const struct round *round)
{
    size_t *count = context;
    *count += game_info_engine_side(round_info(round)) != RK_NO_SIDE && round_is_active(round);
}

size_t game_counts_active_engine_games(const struct server *server)
{
    size_t count = 0, at = 0;
    rounds_each(server, count_active, &count);
    for (const struct running_game *game; (game = running_games_next(server, &at));)
        count += game->by_engine && game->is_active;
    return count;
}

/* Of those that began in the same moment the id decides, so that all nodes choose the same. */
static void keep_newest(const char *id, int64_t created_at, int64_t *newest,
                        char out[GAME_ID_SIZE + 1])
{
    if (created_at < *newest || (created_at == *newest && strcmp(id, out) < 0))
        return;
    *newest = created_at;
    memcpy(out, id, GAME_ID_SIZE + 1);
}

size_t game_counts_public_of(const struct server *server, const char *id,
                             char out_newest[GAME_ID_SIZE + 1])
{
    const struct list *at = NULL;
    size_t count = 0;
    int64_t newest = -1;
    *out_newest = '\0';
    for (const struct round *round; (round = player_games_next(server, id, &at));) {
        if (!round_is_public(round))
            continue;
        count++;
        keep_newest(round_info(round)->id, round_info(round)->created_at, &newest, out_newest);
    }
    at = NULL;
    for (const struct running_game *game; (game = running_games_next_of(server, id, &at));) {
        if (!game->is_public)
            continue;
        count++;
        keep_newest(game->id, game->created_at, &newest, out_newest);
    }
    return count;
}
