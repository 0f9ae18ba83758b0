/* SPDX-License-Identifier: MIT */
/* Playing below one's strength, as people do: they look at less, judge worse, and do not
 * see some quiet replies. What they see they play as well as they can. All of it follows
 * from the position and a seed: asked again, the same player errs the same way. */
#ifndef ENGINE_LEVELS_H
#define ENGINE_LEVELS_H

#include "rookery/position.h"

struct handicap {
    uint64_t nodes;     /* it looks at no more; 0: no handicap at all */
    int blur;           /* its judgement is wrong by up to so many hundredths of a pawn */
    unsigned oversight; /* quiet replies, of a thousand, that it does not see */
};

/* Of a person of that strength; 0 has none. */
struct handicap handicap_of(unsigned elo);

/* How wrong the judgement of this position is. */
int handicap_error(const struct handicap *handicap, uint64_t seed, uint64_t key);
/* Whether a quiet move is overlooked in a position. */
bool handicap_overlooks(const struct handicap *handicap, uint64_t seed, uint64_t key, rk_move move);

#endif
