/* SPDX-License-Identifier: MIT */
#include "match/standings.h"

#include <stdlib.h>

rk_err standings_init(struct standings *standings, const struct schedule *schedule)
{
    unsigned char *results = calloc(schedule_games(schedule) + 1, 1);
    if (!results)
        return RK_NO_MEMORY;
    *standings = (struct standings){.schedule = *schedule, .results = results};
    return RK_OK;
}

void standings_fini(struct standings *standings)
{
    free(standings->results);
    standings->results = NULL;
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
