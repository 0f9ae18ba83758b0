/* SPDX-License-Identifier: MIT */
/* Scores as UCI writes them: centipawns, or moves to mate. */
#ifndef UCI_SCORE_H
#define UCI_SCORE_H

#include "base/buffer.h"
#include "rookery/engine.h"
#include "uci/token.h"

/* Writes "cp 13" or "mate -2", and "lowerbound" or "upperbound" after it. */
void score_write(struct buffer *out, int score, rk_bound bound);

/* Parses "cp 13" or "mate -2"; a bound after it is left unread. */
bool score_parse(struct tokens *tokens, int *out);

#endif
