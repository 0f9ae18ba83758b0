/* SPDX-License-Identifier: MIT */
#include "moderation/effects.h"

#include <string.h>

#include "moderation/actions.h"

typedef void effect(struct server *server, const char *target);

static const struct {
    const char *name;
    effect *effect;
} actions[] = {
#define ROW(action, name, effect) [action] = {name, effect},
#include "moderation/actions.def"
};

const char *action_name(enum action action)
{
    return actions[action].name;
}

void effects_apply(struct server *server, const char *action, const char *target)
{
    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (!strcmp(actions[i].name, action) && actions[i].effect)
            actions[i].effect(server, target);
}
