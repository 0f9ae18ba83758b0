/* SPDX-License-Identifier: MIT */
#include "match/standings.h"

#include <stdlib.h>

#include "base/fnv.h"

rk_err standings_init(struct standings *standings, const struct schedule *schedule)
{
    const unsigned long games = schedule_games(schedule);
    *standings = (struct standings){.schedule = *schedule,
                                    .results = calloc(games + 1, 1),
                                    .moves_hashes = calloc(games + 1, sizeof(uint64_t))};
    if (standings->results && standings->moves_hashes)
        return RK_OK;
    standings_fini(standings);
    return RK_NO_MEMORY;
}

void standings_fini(struct standings *standings)
{
    free(standings->results);
    free(standings->moves_hashes);
    standings->results = NULL;
    standings->moves_hashes = NULL;
}

bool standings_has(const struct standings *standings, unsigned long game)
{
    return game < schedule_games(&standings->schedule) && standings->results[game];
}

static enum score_points points_for(rk_winner winner, rk_side side)
{
    if (winner == RK_NOBODY_WINS)
        return SCORE_DRAW;
    return (winner == RK_WHITE_WINS) == (side == RK_WHITE) ? SCORE_WIN : SCORE_LOSS;
}

/* Adds the pair that `game` completes to the scores of both engines. */
static void add_pair(struct standings *standings, unsigned long game)
{
    const unsigned long first = game & ~1UL, second = first | 1;
    const struct pairing pairing = schedule_at(&standings->schedule, first);
    const rk_winner winners[2] = {(rk_winner)(standings->results[first] - 1),
                                  (rk_winner)(standings->results[second] - 1)};
    score_add_pair(&standings->scores[pairing.white], points_for(winners[0], RK_WHITE),
                   points_for(winners[1], RK_BLACK));
    score_add_pair(&standings->scores[pairing.black], points_for(winners[0], RK_BLACK),
                   points_for(winners[1], RK_WHITE));
}

bool standings_add(struct standings *standings, unsigned long game, rk_winner winner)
{
    if (game >= schedule_games(&standings->schedule) || standings->results[game])
        return false;
    const struct pairing pairing = schedule_at(&standings->schedule, game);
    standings->results[game] = (unsigned char)(winner + 1);
    standings->played++;
    score_add(&standings->scores[pairing.white], points_for(winner, RK_WHITE));
    score_add(&standings->scores[pairing.black], points_for(winner, RK_BLACK));
    if (standings->results[schedule_pair_partner(game)])
        add_pair(standings, game);
    return true;
}

void standings_add_end(struct standings *standings, unsigned long game, enum game_end end,
                       rk_side fault)
{
    const struct pairing pairing = schedule_at(&standings->schedule, game);
    standings->ends[end]++;
    if (fault != RK_NO_SIDE)
        standings->faults[fault == RK_WHITE ? pairing.white : pairing.black]++;
}

/* Never 0. */
static uint64_t hash_moves(const struct pairing *pairing, const rk_game *game)
{
    uint64_t hash = fnv_add_unit(FNV_START, pairing->white);
    hash = fnv_add_unit(hash, pairing->black);
    hash = fnv_add_unit(hash, rk_position_key(rk_game_start(game)));
    for (size_t i = 0; i < rk_game_length(game); i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind == RK_ACT_MOVE)
            hash = fnv_add_unit(hash, action->move);
    }
    return hash ? hash : 1;
}

void standings_add_moves(struct standings *standings, unsigned long number, const rk_game *game)
{
    const struct pairing pairing = schedule_at(&standings->schedule, number);
    const uint64_t hash = hash_moves(&pairing, game);
    const unsigned long games = schedule_games(&standings->schedule);
    for (unsigned long i = 0; i < games; i++)
        if (standings->moves_hashes[i] == hash) {
            standings->repeated++;
            break;
        }
    standings->moves_hashes[number] = hash;
}
