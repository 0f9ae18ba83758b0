/* SPDX-License-Identifier: MIT */
/* Our engine, as good as it is, asked about a game in the terminal. */
#ifndef TUI_HINTS_H
#define TUI_HINTS_H

#include "rookery/engine.h"
#include "tui/session.h"

struct hints;

RK_MUST_USE rk_err hints_create(int64_t (*now)(void), struct hints **out);
void hints_destroy(struct hints *adviser); /* NULL is allowed */

/* For a session; lives as long as the adviser. */
const struct session_hints *hints_provider(const struct hints *adviser);

/* What is best for the side to move: always the same for the same game, after a fraction of a
 * second. False if there is no move, or not enough memory. */
bool hints_analyse(struct hints *adviser, const rk_game *game, struct analysis *out);

/* What a search says about its depth, score and line, for people. */
struct analysis analysis_from_search(unsigned depth, int score, const rk_move *moves,
                                     size_t move_count);

/* The positions of a game for a search, the last one last; the caller frees them. NULL without
 * memory. */
rk_position *analysis_list_positions(const rk_game *game, size_t *out_count);

#endif
