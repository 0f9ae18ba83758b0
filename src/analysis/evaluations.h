/* SPDX-License-Identifier: MIT */
/* Engine evaluations of positions, on request. Each position is searched once; the newest
 * evaluations are cached in memory. */
#ifndef ANALYSIS_EVALUATIONS_H
#define ANALYSIS_EVALUATIONS_H

#include "core/state.h"
#include "rookery/err.h"

RK_MUST_USE rk_err evaluations_create(struct server *server);
/* Callbacks that are still waiting are not called. */
void evaluations_destroy(struct server *server);

/* The evaluation is borrowed for the call; NULL: there is none, because the server has no engine or
 * too many positions wait. */
typedef void evaluation_callback(void *context, const struct evaluation *evaluation);

/* Whether the evaluation is known and will be answered at once. */
bool evaluations_has(const struct server *server, const rk_position *pos, unsigned lines);

/* Finds or searches the `lines` best lines, 1 to EVALUATION_LINES_MAX, of a position that is not
 * over. */
void evaluations_find(struct server *server, const rk_position *pos, unsigned lines,
                      evaluation_callback *callback, void *context);

#endif
