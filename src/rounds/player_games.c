/* SPDX-License-Identifier: MIT */
#include "rounds/player_games.h"

#include <stdlib.h>

#include "rounds/round_internal.h"

/* The games of one player; there is one as long as the player has a game. */
struct player_games {
    struct list games; /* struct player_game */
};

static bool add_for_player(struct round *round, rk_side side)
{
    struct map *players = &round->server->rounds->by_player;
    const char *id = round->info.players[side].id;
    struct player_games *games = map_get(players, id);
    if (!games) {
        games = malloc(sizeof *games);
        if (!games || !map_put(players, id, games)) {
            free(games);
            return false;
        }
        list_init(&games->games);
    }
    round->player_games[side].round = round;
    list_add(&games->games, &round->player_games[side].node);
    return true;
}

bool player_games_add(struct round *round)
{
    if (add_for_player(round, RK_WHITE) && add_for_player(round, RK_BLACK))
        return true;
    player_games_remove(round);
    return false;
}

static void remove_for_player(struct round *round, rk_side side)
{
    struct map *players = &round->server->rounds->by_player;
    const char *id = round->info.players[side].id;
    struct player_games *games = map_get(players, id);
    list_remove(&round->player_games[side].node);
    if (games && list_is_empty(&games->games))
        free(map_remove(players, id));
}

void player_games_remove(struct round *round)
{
    remove_for_player(round, RK_WHITE);
    remove_for_player(round, RK_BLACK);
}

const struct round *player_games_next(const struct server *server, const char *id,
                                      const struct list **at)
{
    const struct player_games *games = map_get(&server->rounds->by_player, id);
    if (!games)
        return NULL;
    *at = *at ? (*at)->next : games->games.next;
    return *at == &games->games ? NULL : LIST_OWNER(*at, const struct player_game, node)->round;
}
