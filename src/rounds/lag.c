/* SPDX-License-Identifier: MIT */
#include "rounds/lag.h"

#include "base/milliseconds.h"

enum {
    QUOTA_MAX_MS = 1000,
    QUOTA_BASE_MS = 150,
    QUOTA_MS_PER_SECOND = 4, /* of the game's estimated length */
    SLACK_MS = 140,          /* on top of the round trip: what the machines take */
    FIRST_QUOTAS = 3,
    BANK_QUOTAS_MAX = 7,
    GRACE_MAX_MS = 2000,
    DECAY = 10,
    ROUND_TRIP_MAX_MS = 10000,
    MEAN_UNIT = 1000 /* the mean is in thousandths */
};

int64_t lag_max_quota(const struct game_settings *settings)
{
    if (!game_settings_has_clock(settings))
        return 0;
    const int64_t seconds = min_ms(game_settings_estimate(settings), QUOTA_MAX_MS);
    return min_ms(QUOTA_MAX_MS, QUOTA_BASE_MS + QUOTA_MS_PER_SECOND * seconds);
}

struct lag lag_make(int64_t quota_max)
{
    return (struct lag){.quota_max = quota_max, .mean = -1};
}

int64_t lag_trusted(const struct lag *lag)
{
    return lag->mean < 0 ? 0 : lag->mean / MEAN_UNIT;
}

int64_t lag_quota(const struct lag *lag)
{
    return min_ms(lag->quota_max, lag_trusted(lag) + SLACK_MS);
}

void lag_measure(struct lag *lag, int64_t round_trip_ms)
{
    if (round_trip_ms < 0)
        return;
    const int64_t trip = min_ms(round_trip_ms, ROUND_TRIP_MAX_MS) * MEAN_UNIT;
    if (lag->mean < 0) {
        lag->mean = trip;
        lag->bank = FIRST_QUOTAS * lag_quota(lag);
        return;
    }
    lag->mean += (trip - lag->mean) / DECAY;
}

int64_t lag_compensation(const struct lag *lag, int64_t took)
{
    const int64_t granted = min_ms(min_ms(lag_trusted(lag), lag->bank), took);
    return granted > 0 ? granted : 0;
}

int64_t lag_grace(const struct lag *lag)
{
    return min_ms(lag->bank, GRACE_MAX_MS);
}

void lag_spend(struct lag *lag, int64_t granted)
{
    if (lag->mean < 0)
        return;
    const int64_t quota = lag_quota(lag);
    lag->bank = min_ms(lag->bank - granted + quota, BANK_QUOTAS_MAX * quota);
    lag->granted += granted;
}
