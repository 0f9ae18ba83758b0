/* SPDX-License-Identifier: MIT */
/* Applies a new entry of the audit log to the running server, as staff_actions.def says. */
#ifndef MODERATION_EFFECTS_H
#define MODERATION_EFFECTS_H

#include "core/state.h"
#include "moderation/audit_log.h"

/* An action that is not in the table has no effect. */
void effects_apply(struct server *server, const struct audit_entry *entry);

#endif
