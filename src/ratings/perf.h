/* SPDX-License-Identifier: MIT */
/* The kinds of chess in which a player has a rating: "perfs", as the API calls them. */
#ifndef RATINGS_PERF_H
#define RATINGS_PERF_H

#include <stdbool.h>

enum perf {
#define ROW(perf, key, name) perf,
#include "ratings/perfs.def"
    PERF_COUNT
};

const char *perf_key(enum perf perf);  /* "kingOfTheHill", as in the API and in the store */
const char *perf_name(enum perf perf); /* "King of the Hill", for people */
bool perf_from_key(const char *key, enum perf *out);
bool perf_is_variant(enum perf perf);

#endif
