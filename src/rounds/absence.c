/* SPDX-License-Identifier: MIT */
#include "rounds/absence.h"

#include <stdio.h>

#include "base/milliseconds.h"
#include "rounds/round.h"

enum {
    MIN_LIMIT_MS = 10 * SECOND_MS,  /* also the limit for a player who left on purpose */
    BASE_LIMIT_MS = 30 * SECOND_MS, /* times the factor of the speed */
    FAR_BEHIND = 4                  /* points of material: half the limit */
};

static const int speed_factors[] = {
    [SPEED_ULTRABULLET] = 1, [SPEED_BULLET] = 1,     [SPEED_BLITZ] = 2,
    [SPEED_RAPID] = 4,       [SPEED_CLASSICAL] = 10, [SPEED_CORRESPONDENCE] = 10,
};

static const int piece_points[RK_KIND_COUNT] = {
    [RK_PAWN] = 1, [RK_KNIGHT] = 3, [RK_BISHOP] = 3,
    [RK_ROOK] = 5, [RK_QUEEN] = 9,  [RK_AMAZON] = 12,
};

static int count_points(const rk_position *position, rk_side side)
{
    int sum = 0;
    for (int kind = 0; kind < RK_KIND_COUNT; kind++)
        for (uint64_t left = position->of[kind] & position->by[side]; left; left &= left - 1)
            sum += piece_points[kind];
    return sum;
}

/* Only in variants where material means what it means in chess. */
static bool is_far_behind(const struct round *round, rk_side side)
{
    const rk_position *position = rk_game_position(round->game);
    const unsigned different_values = RK_LOSER_WINS | RK_CAPTURES_DROP | RK_WHITE_IS_HORDE;
    if (rk_variant_rules((rk_variant)position->variant) & different_values)
        return false;
    return count_points(position, rk_side_other(side)) - count_points(position, side) >= FAR_BEHIND;
}

int64_t absence_limit(const struct round *round, rk_side side)
{
    if (round->presence[side].left_on_purpose)
        return MIN_LIMIT_MS;
    const enum speed speed = game_settings_speed(&round->info.settings);
    int64_t limit = (int64_t)BASE_LIMIT_MS * speed_factors[speed];
    if (is_far_behind(round, side))
        limit /= 2;
    if (round->info.players[side].role == ROLE_GUEST)
        limit /= 2;
    return limit > MIN_LIMIT_MS ? limit : MIN_LIMIT_MS;
}

int64_t absence_duration(const struct round *round, rk_side side)
{
    if (round_is_present(round, side))
        return 0;
    return round->server->now - round->presence[side].away_since;
}

static bool is_absence_counted(const struct round *round, rk_side side)
{
    return !round_is_over(round) && !round_is_paused(round) && round_has_clock(round) &&
           round_both_have_moved(round) && !(round->info.settings.rules & RULE_NO_CLAIM_WIN) &&
           !round_is_present(round, side);
}

int64_t absence_claimable_in(const struct round *round, rk_side side)
{
    if (!is_absence_counted(round, side))
        return -1;
    const int64_t wait = absence_limit(round, side) - absence_duration(round, side);
    return wait > 0 ? wait : 0;
}

/* Why the absence cannot be claimed, apart from having to wait; NULL: it can. */
static const char *find_claim_fault(const struct round *round, rk_side side)
{
    if (!round_has_clock(round))
        return "only a game with a clock can be claimed";
    if (round->info.settings.rules & RULE_NO_CLAIM_WIN)
        return "this game cannot be claimed when a player leaves";
    if (!round_both_have_moved(round))
        return "a game can be claimed only after both players have moved";
    if (round_is_paused(round))
        return "the game is paused; it resumes shortly or when the opponent is back";
    if (round_is_present(round, side))
        return "the opponent is present";
    if (round_turn(round) != side)
        return "a game can be claimed only on the absent player's turn";
    return NULL;
}

const char *absence_refusal(const struct round *round, rk_side side, char *out, size_t size)
{
    const char *fault = find_claim_fault(round, side);
    if (fault)
        return fault;
    const int64_t wait = absence_claimable_in(round, side);
    if (wait <= 0)
        return NULL;
    snprintf(out, size, "the opponent may still come back: wait %lld s",
             (long long)((wait + SECOND_MS - 1) / SECOND_MS));
    return out;
}
