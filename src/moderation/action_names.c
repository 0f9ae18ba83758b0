/* SPDX-License-Identifier: MIT */
#include "moderation/action_names.h"

const char *action_name(enum action action)
{
    static const char *const names[ACTION_COUNT] = {
#define ROW(action, name, effect) [action] = (name),
#include "moderation/staff_actions.def"
    };
    return names[action];
}
