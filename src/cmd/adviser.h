/* SPDX-License-Identifier: MIT */
/* Our engine, as good as it is, asked about a game in the terminal. */
#ifndef CMD_ADVISER_H
#define CMD_ADVISER_H

#include "rookery/engine.h"
#include "tui/session.h"

struct adviser;

RK_MUST_USE rk_err adviser_create(int64_t (*now)(void), struct adviser **out);
void adviser_destroy(struct adviser *adviser); /* NULL is allowed */

/* For a session; lives as long as the adviser. */
const struct session_adviser *adviser_voice(const struct adviser *adviser);

/* What is best for the side to move: always the same for the same game, after a fraction of a
 * second. False if there is no move, or not enough memory. */
bool adviser_judge(struct adviser *adviser, const rk_game *game, struct thought *out);

/* What a search says about its depth, score and line, for people. */
struct thought adviser_thought(unsigned depth, int score, const rk_move *moves, size_t move_count);

/* The positions of a game for a search, the last one last; the caller frees them. NULL without
 * memory. */
rk_position *adviser_list_positions(const rk_game *game, size_t *out_count);

#endif
