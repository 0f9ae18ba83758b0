/* SPDX-License-Identifier: MIT */
/* Forced mates, proven: every defence is tried, so that a proof holds whatever an engine
 * thinks of it. The attacker tries checks, and quiet moves where the mate is near. */
#ifndef SUPPORT_MATES_H
#define SUPPORT_MATES_H

#include <stdint.h>

#include "rookery/position.h"

struct mates;

struct mates *mates_create(void);
void mates_destroy(struct mates *mates);

/* Whether the side to move mates in at most `moves` if it plays `first`. False if that is
 * not proven within so many positions. */
bool mates_with(struct mates *mates, const rk_position *pos, rk_move first, unsigned moves,
                uint64_t positions);

/* The least number of moves it is proven to mate in, at most `most`; 0 if none is. *first
 * is how. */
unsigned mates_in(struct mates *mates, const rk_position *pos, unsigned most, uint64_t positions,
                  rk_move *first);

#endif
