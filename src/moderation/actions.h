/* SPDX-License-Identifier: MIT */
/* What staff can do: actions.def. */
#ifndef MODERATION_ACTIONS_H
#define MODERATION_ACTIONS_H

enum action {
#define ROW(action, name, effect) action,
#include "moderation/actions.def"
    ACTION_COUNT
};

const char *action_name(enum action action); /* static storage: what the audit log calls it */

#endif
