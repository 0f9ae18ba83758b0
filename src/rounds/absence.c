/* SPDX-License-Identifier: MIT */
#include "rounds/absence.h"

#include <stdio.h>

#include "rounds/roundtime.h"

enum {
    SECOND = 1000,
    GOODBYE_MS = 10 * SECOND, /* left on purpose; and the least that anybody gets */
    BASE_MS = 30 * SECOND,    /* the connection was lost; times the speed */
    FAR_BEHIND = 4            /* points of material: halved */
};

static const int speed_factors[] = {
    [SPEED_ULTRABULLET] = 1, [SPEED_BULLET] = 1,     [SPEED_BLITZ] = 2,
    [SPEED_RAPID] = 4,       [SPEED_CLASSICAL] = 10, [SPEED_CORRESPONDENCE] = 10,
};

static const int points[RK_KIND_COUNT] = {
    [RK_PAWN] = 1, [RK_KNIGHT] = 3, [RK_BISHOP] = 3,
    [RK_ROOK] = 5, [RK_QUEEN] = 9,  [RK_AMAZON] = 12,
};

static int count_points(const rk_position *position, unsigned side)
{
    int sum = 0;
    for (int kind = 0; kind < RK_KIND_COUNT; kind++)
        for (uint64_t left = position->of[kind] & position->by[side]; left; left &= left - 1)
            sum += points[kind];
    return sum;
}

/* Where pieces are worth what they are elsewhere. */
static bool is_far_behind(const struct round *round, unsigned side)
{
    const rk_position *position = rk_game_position(round->game);
    const unsigned otherwise = RK_LOSER_WINS | RK_CAPTURES_DROP | RK_WHITE_IS_HORDE;
    if (rk_variant_rules((rk_variant)position->variant) & otherwise)
        return false;
    return count_points(position, !side) - count_points(position, side) >= FAR_BEHIND;
}

int64_t absence_patience(const struct round *round, unsigned side)
{
    if (round->seats[side].left_on_purpose)
        return GOODBYE_MS;
    int64_t patience = (int64_t)BASE_MS * speed_factors[game_settings_speed(&round->info.settings)];
    if (is_far_behind(round, side))
        patience /= 2;
    if (round->info.players[side].role == ROLE_GUEST)
        patience /= 2;
    return patience > GOODBYE_MS ? patience : GOODBYE_MS;
}

bool round_is_present(const struct round *round, unsigned side)
{
    const struct seat *seat = &round->seats[side];
    return round->info.players[side].role == ROLE_ENGINE || seat->connections > 0 ||
           seat->gone_since > round->server->now;
}

int64_t absence_of(const struct round *round, unsigned side)
{
    if (round_is_present(round, side))
        return 0;
    return round->server->now - round->seats[side].gone_since;
}

static bool both_have_moved(const struct round *round)
{
    const rk_status status = rk_game_status(round->game);
    return status != RK_CREATED && status != RK_OPENED;
}

bool absence_counts(const struct round *round, unsigned side)
{
    return !round_is_over(round) && !round_is_paused(round) && round_is_clocked(round) &&
           both_have_moved(round) && !(round->info.settings.rules & RULE_NO_CLAIM_WIN) &&
           !round_is_present(round, side);
}

int64_t absence_claimable_in(const struct round *round, unsigned side)
{
    if (!absence_counts(round, side))
        return -1;
    const int64_t wait = absence_patience(round, side) - absence_of(round, side);
    return wait > 0 ? wait : 0;
}

/* What forbids it for good, or until somebody moves. */
static const char *find_obstacle(const struct round *round, unsigned side)
{
    if (!round_is_clocked(round))
        return "only a game with a clock can be claimed";
    if (round->info.settings.rules & RULE_NO_CLAIM_WIN)
        return "in this game nothing is claimed when a player leaves";
    if (!both_have_moved(round))
        return "a game can be claimed when both have moved";
    if (round_is_paused(round))
        return "the game is paused: it goes on when the opponent is back, or in a moment";
    if (round_is_present(round, side))
        return "the opponent is here";
    if (round_turn(round) != side)
        return "a game can be claimed only while it is the absent player's turn";
    return NULL;
}

const char *absence_refusal(const struct round *round, unsigned side, char *out, size_t size)
{
    const char *obstacle = find_obstacle(round, side);
    if (obstacle)
        return obstacle;
    const int64_t wait = absence_claimable_in(round, side);
    if (wait <= 0)
        return NULL;
    snprintf(out, size, "the opponent may still come back: wait %lld s more",
             (long long)((wait + SECOND - 1) / SECOND));
    return out;
}
