/* SPDX-License-Identifier: MIT */
/* What a running server does when an entry was added to the audit log: actions.def. */
#ifndef MODERATION_EFFECTS_H
#define MODERATION_EFFECTS_H

#include "core/state.h"

/* `action` and `target` of an entry. An action that is not in the table has no effect. */
void effects_apply(struct server *server, const char *action, const char *target);

#endif
