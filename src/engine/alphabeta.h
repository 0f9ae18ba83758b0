/* SPDX-License-Identifier: MIT */
/* One node of the alpha-beta search. */
#ifndef ENGINE_ALPHABETA_H
#define ENGINE_ALPHABETA_H

#include "engine/worker.h"

/* Searches the root within a window; sets the scores and lines of the root moves. */
int alphabeta_search_root(struct worker *worker, int alpha, int beta, int depth);

#endif
