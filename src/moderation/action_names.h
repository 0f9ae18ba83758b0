/* SPDX-License-Identifier: MIT */
/* What staff can do: staff_actions.def. */
#ifndef MODERATION_ACTION_NAMES_H
#define MODERATION_ACTION_NAMES_H

enum action {
#define ROW(action, name, effect) action,
#include "moderation/staff_actions.def"
    ACTION_COUNT
};

const char *action_name(enum action action); /* static storage: what the audit log calls it */

#endif
