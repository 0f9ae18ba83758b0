/* SPDX-License-Identifier: MIT */
/* A rating as it is stored. */
#ifndef RATINGS_RATING_ROW_H
#define RATINGS_RATING_ROW_H

#include "ratings/rating.h"
#include "store/store.h"

/* The columns after those of the rating itself, in STORE_RATINGS. */
enum {
    RATING_ROW_ACCOUNT,
    RATING_ROW_PERF,
    RATING_ROW_NAME = 12,
    RATING_ROW_ROLE,
    RATING_ROW_STATUS
};

/* Reads the current row of STORE_RATING or STORE_RATINGS; false if the perf is unknown. */
bool rating_from_row(const struct store_job *job, enum perf *out_perf, struct rating *out);

/* Adds statements that store a rating, and its point in the history, to a job, which is refused
 * unless the stored rating has the version before. */
void rating_add_row(struct store_job *job, const char *account, enum perf perf,
                    const struct rating *rating, int64_t at);

/* Adds a rating that is not stored, whatever its version, without a point. */
void rating_put_row(struct store_job *job, const char *account, enum perf perf,
                    const struct rating *rating);

#endif
