/* SPDX-License-Identifier: MIT */
/* Completes the line that is being typed: moves and commands, and the arguments of commands. */
#ifndef TUI_COMPLETION_H
#define TUI_COMPLETION_H

#include "tui/line_editor.h"
#include "tui/session.h"

/* Completes as far as all candidates agree. If that adds nothing and there are several, prints
 * them. */
void completion_complete(const struct session *session, struct line_editor *editor, FILE *out);

#endif
