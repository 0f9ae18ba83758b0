/* SPDX-License-Identifier: MIT */
/* Looks for puzzles in the server's finished games, one after the other, on a thread of low
 * priority. How far it has come is stored with the puzzles, so a restart goes on from there.
 * Private and imported games are left out. */
#ifndef TRAINING_PUZZLE_SEARCH_H
#define TRAINING_PUZZLE_SEARCH_H

#include "core/state.h"
#include "rookery/err.h"

RK_MUST_USE rk_err puzzle_search_create(struct server *server);
void puzzle_search_destroy(struct server *server);

#endif
