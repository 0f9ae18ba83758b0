/* SPDX-License-Identifier: MIT */
/* Quiescence search: plays out captures, promotions and, on the first ply, checks, until the
 * position can be evaluated statically. */
#ifndef ENGINE_QUIESCE_H
#define ENGINE_QUIESCE_H

#include "engine/worker.h"

/* `depth` is 0 on the first ply and decreases. */
int quiesce(struct worker *worker, struct frame *frame, int alpha, int beta, int depth);

/* The static evaluation with the correction history. `*raw` is the uncorrected evaluation from the
 * transposition table; if it is INT16_MIN, it is computed and set. */
int evaluate_corrected(struct worker *worker, int *raw);

#endif
