/* SPDX-License-Identifier: MIT */
/* Ratings as members of the API's JSON objects. */
#ifndef RATINGS_RATING_JSON_H
#define RATINGS_RATING_JSON_H

#include "base/json.h"
#include "ratings/rating_change.h"
#include "ratings/ratings.h"

/* `"perfs":{"blitz":{"games":0,"rating":1500,"rd":500,"prog":0,"prov":true},...}` with all perfs.
 */
void ratings_write_perfs(const struct server *server, const struct identity *who,
                         struct json *json);

/* `"blitz":{...}`: one of them. */
void ratings_write_perf(const struct server *server, const struct identity *who, enum perf perf,
                        struct json *json);

/* `"rating":1500,"provisional":true`; the second only if it is, nothing for a guest. */
void shown_rating_write(struct shown_rating rating, struct json *json);

/* `"ratingDiff":-7`, if the game changed the ratings. */
void rating_result_write(const struct rating_result *result, unsigned side, struct json *json);

#endif
