/* SPDX-License-Identifier: MIT */
/* What a running server does when an entry was added to the audit log: staff_actions.def. */
#ifndef MODERATION_EFFECTS_H
#define MODERATION_EFFECTS_H

#include "core/state.h"
#include "moderation/audit_log.h"

/* An action that is not in the table has no effect. */
void effects_apply(struct server *server, const struct audit_entry *entry);

#endif
