/* SPDX-License-Identifier: MIT */
/* A mate solver. It tries every defence, so a mate it finds is proven without an engine. The
 * attacker tries checks, and in the last moves before mate also quiet moves. */
#ifndef SUPPORT_MATES_H
#define SUPPORT_MATES_H

#include <stdint.h>

#include "rookery/position.h"

struct mates;

struct mates *mates_create(void);
void mates_destroy(struct mates *mates);

/* Whether the side to move mates in at most `moves` moves if it plays `first`. False if this is not
 * proven within the given number of positions. */
bool mates_with(struct mates *mates, const rk_position *pos, rk_move first, unsigned moves,
                uint64_t positions);

/* The number of moves of the shortest mate that can be proven, at most `max`; 0 if there is none.
 * Sets *first to its first move. */
unsigned mates_in(struct mates *mates, const rk_position *pos, unsigned max, uint64_t positions,
                  rk_move *first);

#endif
