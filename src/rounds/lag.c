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
    TOTAL_SHARE = 10, /* a tenth of the game's estimated length */
    TOTAL_MAX_MS = 60000,
    KERNEL_SLACK_MS = 30, /* what an honest client takes to answer a ping */
    MEAN_UNIT = 1000      /* the mean is in thousandths */
};

int64_t lag_max_quota(const struct game_settings *settings)
{
    if (!game_settings_has_clock(settings))
        return 0;
    const int64_t seconds = min_ms(game_settings_estimate(settings), QUOTA_MAX_MS);
    return min_ms(QUOTA_MAX_MS, QUOTA_BASE_MS + QUOTA_MS_PER_SECOND * seconds);
}

int64_t lag_max_total(const struct game_settings *settings)
{
    if (!game_settings_has_clock(settings))
        return 0;
    const int64_t seconds = min_ms(game_settings_estimate(settings), TOTAL_MAX_MS);
    return min_ms(TOTAL_MAX_MS, seconds * SECOND_MS / TOTAL_SHARE);
}

struct lag lag_make(int64_t quota_max, int64_t total_max)
{
    return (struct lag){.quota_max = quota_max, .total_max = total_max, .mean = -1};
}

/* What can still be granted in this game. */
static int64_t total_left(const struct lag *lag)
{
    const int64_t max = lag->is_confirmed ? lag->total_max : lag->total_max / 2;
    return lag->granted < max ? max - lag->granted : 0;
}

int64_t lag_trusted(const struct lag *lag)
{
    return lag->mean < 0 ? 0 : lag->mean / MEAN_UNIT;
}

int64_t lag_quota(const struct lag *lag)
{
    return min_ms(lag->quota_max, lag_trusted(lag) + SLACK_MS);
}

void lag_measure(struct lag *lag, int64_t ping_ms, int64_t kernel_ms)
{
    if (ping_ms < 0)
        return;
    lag->is_confirmed = kernel_ms >= 0;
    if (lag->is_confirmed)
        ping_ms = min_ms(ping_ms, kernel_ms + KERNEL_SLACK_MS);
    const int64_t trip = min_ms(ping_ms, ROUND_TRIP_MAX_MS) * MEAN_UNIT;
    if (lag->mean < 0) {
        lag->mean = trip;
        lag->bank = FIRST_QUOTAS * lag_quota(lag);
        return;
    }
    lag->mean += (trip - lag->mean) / DECAY;
}

int64_t lag_compensation(const struct lag *lag, int64_t took)
{
    const int64_t available = min_ms(lag->bank, total_left(lag));
    const int64_t granted = min_ms(min_ms(lag_trusted(lag), available), took);
    return granted > 0 ? granted : 0;
}

int64_t lag_grace(const struct lag *lag)
{
    return min_ms(min_ms(lag->bank, total_left(lag)), GRACE_MAX_MS);
}

void lag_spend(struct lag *lag, int64_t granted)
{
    if (lag->mean < 0)
        return;
    const int64_t quota = lag_quota(lag);
    lag->bank = min_ms(lag->bank - granted + quota, BANK_QUOTAS_MAX * quota);
    lag->granted += granted;
}
