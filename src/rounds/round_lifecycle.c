/* SPDX-License-Identifier: MIT */
#include "rounds/round_lifecycle.h"

#include <stdlib.h>

#include "cluster/shards.h"
#include "rounds/conditional_moves.h"
#include "rounds/engine_player.h"
#include "rounds/player_games.h"
#include "rounds/player_presence.h"
#include "rounds/replica_link.h"
#include "rounds/round.h"
#include "rounds/round_updates.h"
#include "rounds/watchers.h"
#include "social/person_cache.h"

static struct lag make_lag(const struct game_info *info, const struct journal *journal,
                           rk_side side)
{
    const enum role role = info->players[side].role;
    const bool is_program = role == ROLE_BOT || role == ROLE_ENGINE;
    struct lag lag =
        lag_make(is_program ? 0 : lag_max_quota(&info->settings), lag_max_total(&info->settings));
    for (size_t i = 0; i < journal->count; i++)
        if (journal->events[i].kind == EVENT_ACTION && journal->events[i].action.by == side)
            lag.granted += journal->events[i].compensation;
    return lag;
}

struct round *round_create(struct server *server, const struct game_info *info,
                           struct journal *taken, rk_game *taken_game)
{
    struct round *round = calloc(1, sizeof *round);
    if (round) {
        round->server = server;
        round->info = *info;
        round->journal = *taken;
        round->game = taken_game;
        round->shard = shard_of_game(info->id);
        round->lag[RK_WHITE] = make_lag(info, taken, RK_WHITE);
        round->lag[RK_BLACK] = make_lag(info, taken, RK_BLACK);
        round->rematch_by = RK_NO_SIDE;
        round->first_move_from = round->used_at = server->now;
        round->resume_at = server->now + server->config.restart_grace_ms;
        list_init(&round->node);
        list_init(&round->player_games[RK_WHITE].node);
        list_init(&round->player_games[RK_BLACK].node);
        list_init(&round->queue);
        list_init(&round->stalled);
        updates_init(round);
    }
    if (!round || watchers_create(round)) {
        free(round);
        journal_fini(taken);
        rk_game_destroy(taken_game);
        return NULL;
    }
    player_presence_init(round);
    for (rk_side side = RK_WHITE; side <= RK_BLACK && !round_is_over(round); side++)
        person_load(server, info->players[side].id);
    return round;
}

void round_destroy(struct round *round)
{
    while (!list_is_empty(&round->queue)) {
        struct list *node = round->queue.next;
        list_remove(node);
        free(LIST_OWNER(node, struct queued_command, node));
    }
    replica_link_close(round, true);
    updates_end(round);
    player_presence_stop(round);
    engine_player_stop(round);
    conditional_moves_free(round);
    timer_stop(&round->server->timers, &round->reminder);
    watchers_destroy(round);
    timer_stop(&round->server->timers, &round->timeout);
    list_remove(&round->node);
    player_games_remove(round);
    list_remove(&round->stalled);
    journal_fini(&round->journal);
    rk_game_destroy(round->game);
    free(round);
}

bool round_register(struct round *round)
{
    struct rounds *rounds = round->server->rounds;
    const bool is_over = round_is_over(round);
    if (!map_put(&rounds->by_id, round->info.id, round)) {
        round_destroy(round);
        return false;
    }
    if (!is_over && !player_games_add(round)) {
        round_unregister(round);
        return false;
    }
    list_add(is_over ? &rounds->over : &rounds->running, &round->node);
    return true;
}

void round_unregister(struct round *round)
{
    map_remove(&round->server->rounds->by_id, round->info.id);
    round_destroy(round);
}
