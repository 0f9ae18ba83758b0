/* SPDX-License-Identifier: MIT */
#include "match/schedule.h"

#include <assert.h>

unsigned long schedule_pairings(const struct schedule *schedule)
{
    const unsigned long engines = schedule->engines;
    return schedule->form == SCHEDULE_GAUNTLET ? engines - 1 : engines * (engines - 1) / 2;
}

unsigned long schedule_games(const struct schedule *schedule)
{
    return 2 * schedule->rounds * schedule_pairings(schedule);
}

/* The engines of a pairing, in the order 0-1, 0-2, ... 1-2, 1-3, ... */
static void find_opponents(const struct schedule *schedule, unsigned long index, unsigned *first,
                           unsigned *second)
{
    unsigned long row = schedule->engines - 1;
    *first = 0;
    for (; index >= row; row--, ++*first)
        index -= row;
    *second = *first + 1 + (unsigned)index;
}

struct pairing schedule_at(const struct schedule *schedule, unsigned long game)
{
    assert(game < schedule_games(schedule));
    const unsigned long pairings = schedule_pairings(schedule), pair = game / 2;
    struct pairing pairing = {.round = pair / pairings};
    pairing.opening = pairing.round % schedule->openings;
    if (game % 2)
        find_opponents(schedule, pair % pairings, &pairing.black, &pairing.white);
    else
        find_opponents(schedule, pair % pairings, &pairing.white, &pairing.black);
    return pairing;
}
