/* SPDX-License-Identifier: MIT */
#include "ratings/rating_json.h"

void ratings_write_perf(const struct server *server, const struct identity *who, enum perf perf,
                        struct json *json)
{
    const struct rating rating = ratings_get(server, who, perf);
    json_put_object(json, perf_key(perf));
    json_put_integer(json, "games", rating.games);
    json_put_integer(json, "rating", rating_points(&rating));
    json_put_integer(json, "rd", rating_round(rating_deviation(&rating, server_date(server))));
    json_put_integer(json, "prog", rating_progress(&rating));
    if (rating_is_provisional(&rating, server_date(server)))
        json_put_bool(json, "prov", true);
    json_end_object(json);
}

void ratings_write_perfs(const struct server *server, const struct identity *who, struct json *json)
{
    json_put_object(json, "perfs");
    for (enum perf perf = 0; perf < PERF_COUNT; perf++)
        ratings_write_perf(server, who, perf, json);
    json_end_object(json);
}

void shown_rating_write(struct shown_rating rating, struct json *json)
{
    if (rating.points)
        json_put_integer(json, "rating", rating.points);
    if (rating.provisional)
        json_put_bool(json, "provisional", true);
}

void rating_result_write(const struct rating_result *result, unsigned side, struct json *json)
{
    if (result->changed)
        json_put_integer(json, "ratingDiff", rating_result_diff(result, side));
}
