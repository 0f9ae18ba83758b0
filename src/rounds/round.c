/* SPDX-License-Identifier: MIT */
#include "rounds/round.h"

#include "base/shared_buffer.h"
#include "record/game_moves.h"
#include "rounds/round_internal.h"

bool round_may_watch(const struct round *round, const char *id)
{
    return !round->info.settings.hidden || game_info_side(&round->info, id) != RK_NO_SIDE;
}

bool round_is_public(const struct round *round)
{
    return round->started && !round->info.settings.hidden && !round_is_over(round);
}

const struct game_info *round_info(const struct round *round)
{
    return &round->info;
}

const struct rating_result *round_rating(const struct round *round)
{
    return &round->rating;
}

int64_t round_ended_at(const struct round *round)
{
    return round->ended_at;
}

const rk_game *round_game(const struct round *round)
{
    return round->game;
}

const struct journal *round_journal(const struct round *round)
{
    return &round->journal;
}

int64_t round_version(const struct round *round)
{
    return (int64_t)round->journal.count;
}

size_t round_plies(const struct round *round)
{
    return game_plies(round->game);
}

rk_side round_turn(const struct round *round)
{
    return rk_position_turn(rk_game_position(round->game));
}

bool round_is_over(const struct round *round)
{
    return rk_status_is_over(rk_game_status(round->game));
}

int64_t round_last_action_at(const struct round *round)
{
    for (size_t i = round->journal.count; i-- > 0;)
        if (round->journal.events[i].kind == EVENT_ACTION)
            return round->journal.events[i].at;
    const int64_t ahead = round->server->now - server_date(round->server);
    return round->info.created_at + (ahead > 0 ? ahead : 0);
}

bool round_is_paused(const struct round *round)
{
    return rk_game_status(round->game) == RK_PAUSED;
}

bool round_both_have_moved(const struct round *round)
{
    const rk_status status = rk_game_status(round->game);
    return status != RK_CREATED && status != RK_OPENED;
}

bool round_can_abort(const struct round *round)
{
    return !round_both_have_moved(round) && !(round->info.settings.rules & RULE_NO_ABORT);
}

bool round_has_clock(const struct round *round)
{
    return game_settings_has_clock(&round->info.settings);
}

bool round_is_present(const struct round *round, rk_side side)
{
    const struct player_presence *presence = &round->presence[side];
    return round->info.players[side].role == ROLE_ENGINE || presence->connections > 0 ||
           presence->away_since > round->server->now;
}

int64_t round_lag_compensation(const struct round *round, rk_side side)
{
    return round->lag[side].granted;
}

size_t round_spectator_count(const struct round *round)
{
    return round->watchers->spectator_count + round->followers.spectators;
}

bool round_is_busy(const struct round *round)
{
    return round->commit || round->busy;
}

bool round_is_leaving(const struct round *round)
{
    return round->server->stopping || round->server->rounds->releases[round->shard];
}

bool rounds_have_lost(const struct rounds *rounds)
{
    for (const struct list *node = rounds->running.next; node != &rounds->running;
         node = node->next)
        if (LIST_OWNER(node, const struct round, node)->is_lost)
            return true;
    return false;
}

bool round_in_use(const struct round *round)
{
    return round_is_busy(round) || round->queue_count || !list_is_empty(&round->followers.nodes) ||
           !list_is_empty(&round->watchers->players) ||
           !list_is_empty(&round->watchers->spectators);
}

size_t round_action_index(const struct round *round, size_t index)
{
    size_t later = 0;
    for (size_t i = index + 1; i < round->journal.count; i++)
        later += round->journal.events[i].kind == EVENT_ACTION;
    return rk_game_length(round->game) - 1 - later;
}

bool round_is_latest_action(const struct round *round, size_t index)
{
    return round->journal.events[index].kind == EVENT_ACTION &&
           round_action_index(round, index) + 1 == rk_game_length(round->game);
}

// ---- scratch ---------------------------------------------------------------------------------

struct buffer *round_scratch(const struct round *round)
{
    struct buffer *text = &round->server->rounds->text;
    buffer_clear(text);
    return text;
}

struct shared_buffer *round_scratch_frame(const struct round *round)
{
    const struct buffer *text = &round->server->rounds->text;
    return text->failed ? NULL : shared_buffer_create(text->bytes, text->size);
}
