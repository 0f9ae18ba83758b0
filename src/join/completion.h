/* SPDX-License-Identifier: MIT */
/* Completes the line that a user types: moves, commands and their arguments. */
#ifndef JOIN_COMPLETION_H
#define JOIN_COMPLETION_H

#include "join/online_session.h"
#include "tui/line_editor.h"

/* Completes as far as all candidates agree. If that adds nothing and there are several, prints
 * them. */
void online_completion_complete(struct online_session *session, struct line_editor *editor);

#endif
