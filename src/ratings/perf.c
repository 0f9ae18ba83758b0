/* SPDX-License-Identifier: MIT */
#include "ratings/perf.h"

#include <string.h>

static const struct {
    const char *key, *name;
} perfs[] = {
#define ROW(perf, key, name) [perf] = {key, name},
#include "ratings/perfs.def"
};

const char *perf_key(enum perf perf)
{
    return perfs[perf].key;
}

const char *perf_name(enum perf perf)
{
    return perfs[perf].name;
}

bool perf_from_key(const char *key, enum perf *out)
{
    for (enum perf perf = 0; perf < PERF_COUNT; perf++)
        if (!strcmp(perfs[perf].key, key)) {
            *out = perf;
            return true;
        }
    return false;
}

bool perf_is_variant(enum perf perf)
{
    return perf >= PERF_CHESS960 && perf != PERF_PUZZLE;
}
