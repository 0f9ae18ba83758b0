/* SPDX-License-Identifier: MIT */
/* The end of every line: captures, promotions and, at first, checks are played out until
 * the position is quiet enough to be judged. */
#ifndef ENGINE_QUIESCE_H
#define ENGINE_QUIESCE_H

#include "engine/worker.h"

/* `depth` is 0 at first and less after. Returns a score, better than beta if it need
 * not know more. */
int quiesce(struct worker *worker, struct frame *frame, int alpha, int beta, int depth);

/* The static evaluation with what the history knows of its errors; `*raw`: without that, INT16_MIN
 * if the table has not got it. */
int evaluate_corrected(struct worker *worker, int *raw);

#endif
