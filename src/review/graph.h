/* SPDX-License-Identifier: MIT */
/* The winning chances of a game as a graph for a terminal. */
#ifndef REVIEW_GRAPH_H
#define REVIEW_GRAPH_H

#include "base/buffer.h"
#include "review/review.h"

/* Appends the graph in lines of at most `columns`: the higher, the better for White. With `utf8` it
 * uses block characters. Appends nothing for a game without moves. */
void graph_append(struct buffer *out, const struct review *review, unsigned columns, bool utf8);

#endif
