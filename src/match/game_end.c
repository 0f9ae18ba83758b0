/* SPDX-License-Identifier: MIT */
#include "match/game_end.h"

#include <string.h>

static const char *const names[GAME_END_COUNT] = {
#define ROW(end, name) [end] = (name),
#include "match/game_ends.def"
};

const char *game_end_name(enum game_end end)
{
    return names[end];
}

enum game_end game_end_from_name(const char *name, size_t size)
{
    unsigned end = 0;
    while (end < GAME_END_COUNT &&
           (strlen(names[end]) != size || memcmp(names[end], name, size) != 0))
        end++;
    return (enum game_end)end;
}

enum game_end game_end_of(const struct referee_result *result)
{
    switch (rk_game_status(result->game)) {
    case RK_WON_BY_CHECKMATE:
        return GAME_END_CHECKMATE;
    case RK_VARIANT_END:
        return GAME_END_VARIANT_GOAL;
    case RK_DRAWN_BY_STALEMATE:
        return GAME_END_STALEMATE;
    case RK_DRAWN_BY_REPETITION:
    case RK_DRAWN_BY_FIVEFOLD:
        return GAME_END_REPETITION;
    case RK_DRAWN_BY_FIFTY:
    case RK_DRAWN_BY_SEVENTY_FIVE:
        return GAME_END_FIFTY_MOVES;
    case RK_DRAWN_BY_MATERIAL:
        return GAME_END_MATERIAL;
    case RK_RESIGNED:
        return GAME_END_RESIGNATION;
    case RK_TIMED_OUT:
    case RK_DRAWN_ON_TIME:
        return GAME_END_TIME;
    case RK_FORFEITED:
        return GAME_END_CRASH;
    case RK_ADJUDICATED:
        return result->is_infraction ? GAME_END_ILLEGAL_MOVE : GAME_END_ADJUDICATION;
    default:
        return GAME_END_OTHER;
    }
}
