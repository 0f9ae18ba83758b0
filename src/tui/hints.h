/* SPDX-License-Identifier: MIT */
/* The engine at full strength, for hints and for answering draw offers. */
#ifndef TUI_HINTS_H
#define TUI_HINTS_H

#include "rookery/engine.h"
#include "tui/session.h"

struct hints;

/* `now` may be called from any thread. */
RK_MUST_USE rk_err hints_create(int64_t (*now)(void), struct hints **out);
void hints_destroy(struct hints *hints); /* NULL is allowed */

/* For a session; valid as long as the hints. */
const struct session_hints *hints_provider(const struct hints *hints);

/* Finds the best move, always the same for the same game. Takes a fraction of a second. False if
 * there is no move, or no memory. */
bool hints_analyse(struct hints *hints, const rk_game *game, struct analysis *out);

#endif
