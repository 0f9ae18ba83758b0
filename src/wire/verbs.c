/* SPDX-License-Identifier: MIT */
#include "wire/verbs.h"

#include <string.h>

static const struct {
    const char *name;
    enum stale_after stale;
} verbs[] = {
#define ROW(verb, name, stale) [verb] = {(name), (stale)},
#include "wire/verbs.def"
};

const char *verb_name(enum verb verb)
{
    return verbs[verb].name;
}

bool verb_from_name(const char *name, enum verb *out)
{
    for (unsigned verb = 0; verb < VERB_COUNT; verb++) {
        if (strcmp(verbs[verb].name, name) != 0)
            continue;
        *out = (enum verb)verb;
        return true;
    }
    return false;
}

enum stale_after verb_stale_after(enum verb verb)
{
    return verbs[verb].stale;
}
