/* SPDX-License-Identifier: MIT */
/* Finds puzzles in the server's finished games, one game at a time, on a low-priority thread. Its
 * progress is stored with the puzzles, so that it continues after a restart. Private and imported
 * games are left out. */
#ifndef PUZZLE_TRAINING_PUZZLE_SEARCHES_H
#define PUZZLE_TRAINING_PUZZLE_SEARCHES_H

#include "core/state.h"
#include "rookery/err.h"

RK_MUST_USE rk_err puzzle_searches_create(struct server *server);
void puzzle_searches_destroy(struct server *server);

#endif
