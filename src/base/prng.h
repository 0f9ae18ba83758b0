/* SPDX-License-Identifier: MIT */
/* A pseudo-random number generator (splitmix64) for games and tests. Not for secrets. The same
 * state always gives the same sequence. */
#ifndef BASE_PRNG_H
#define BASE_PRNG_H

#include <stdint.h>

/* Any initial state works, including zero. */
struct prng {
    uint64_t state;
};

uint64_t prng_next(struct prng *prng); /* 64 uniformly distributed bits */

/* Returns a number from 0 to `bound` - 1; `bound` is not 0. */
unsigned prng_below(struct prng *prng, unsigned bound);

#endif
