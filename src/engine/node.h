/* SPDX-License-Identifier: MIT */
/* One node of the search: what a position is worth, looked at `depth` plies deep. */
#ifndef ENGINE_NODE_H
#define ENGINE_NODE_H

#include "engine/worker.h"

/* Of the root, within a window; the root moves get their scores and lines. */
int node_search_root(struct worker *worker, int alpha, int beta, int depth);

#endif
