/* SPDX-License-Identifier: MIT */
#include "ratings/rating_row.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/milliseconds.h"

enum { RECENT_TEXT_SIZE = RATING_RECENT_MAX * 12 };

enum column {
    COLUMN_VERSION = RATING_ROW_PERF + 1,
    COLUMN_RATING,
    COLUMN_DEVIATION,
    COLUMN_VOLATILITY,
    COLUMN_GAMES,
    COLUMN_WINS,
    COLUMN_LOSSES,
    COLUMN_DRAWS,
    COLUMN_RATED_AT,
    COLUMN_RECENT
};

static void write_recent(const struct rating *rating, char out[RECENT_TEXT_SIZE])
{
    size_t size = 0;
    *out = '\0';
    for (int i = 0; i < rating->recent_count; i++)
        size += (size_t)snprintf(out + size, RECENT_TEXT_SIZE - size, i ? ",%d" : "%d",
                                 rating->recent[i]);
}

static void read_recent(const char *text, struct rating *out)
{
    char *end;
    for (; *text && out->recent_count < RATING_RECENT_MAX; text = *end ? end + 1 : end) {
        const long points = strtol(text, &end, 10);
        if (end == text)
            return;
        out->recent[out->recent_count++] = (int)points;
    }
}

bool rating_from_row(const struct store_job *job, enum perf *out_perf, struct rating *out)
{
    *out = (struct rating){.glicko = {.rating = store_get_real(job, COLUMN_RATING),
                                      .deviation = store_get_real(job, COLUMN_DEVIATION),
                                      .volatility = store_get_real(job, COLUMN_VOLATILITY)},
                           .games = store_get_integer(job, COLUMN_GAMES),
                           .wins = store_get_integer(job, COLUMN_WINS),
                           .losses = store_get_integer(job, COLUMN_LOSSES),
                           .draws = store_get_integer(job, COLUMN_DRAWS),
                           .rated_at = store_get_integer(job, COLUMN_RATED_AT),
                           .version = store_get_integer(job, COLUMN_VERSION)};
    read_recent(store_get_text(job, COLUMN_RECENT), out);
    return perf_from_key(store_get_text(job, RATING_ROW_PERF), out_perf);
}

static void add_point(struct store_job *job, const char *account, enum perf perf,
                      const struct rating *rating, int64_t at)
{
    store_call(job, STORE_SET_RATING_POINT);
    store_bind_text(job, account);
    store_bind_text(job, perf_key(perf));
    store_bind_integer(job, at / DAY_MS);
    store_bind_integer(job, rating_points(rating));
}

static void bind_rating(struct store_job *job, const char *account, enum perf perf,
                        const struct rating *rating)
{
    char recent[RECENT_TEXT_SIZE];
    write_recent(rating, recent);
    store_bind_text(job, account);
    store_bind_text(job, perf_key(perf));
    store_bind_integer(job, rating->version);
    store_bind_real(job, rating->glicko.rating);
    store_bind_real(job, rating->glicko.deviation);
    store_bind_real(job, rating->glicko.volatility);
    store_bind_integer(job, rating->games);
    store_bind_integer(job, rating->wins);
    store_bind_integer(job, rating->losses);
    store_bind_integer(job, rating->draws);
    store_bind_integer(job, rating->rated_at);
    store_bind_text(job, recent);
}

void rating_add_row(struct store_job *job, const char *account, enum perf perf,
                    const struct rating *rating, int64_t at)
{
    store_call(job, STORE_SET_RATING);
    bind_rating(job, account, perf, rating);
    add_point(job, account, perf, rating, at);
}

void rating_put_row(struct store_job *job, const char *account, enum perf perf,
                    const struct rating *rating)
{
    store_call(job, STORE_ADD_RATING);
    bind_rating(job, account, perf, rating);
}
