/* SPDX-License-Identifier: MIT */
/* Numbers that look like chance and are the same ones each time: from the same state the same row.
 * For play and tests, never for secrets. */
#ifndef BASE_PRNG_H
#define BASE_PRNG_H

#include <stdint.h>

/* Any state will do to begin with, all zeros too. */
struct prng {
    uint64_t state;
};

uint64_t prng_next(struct prng *prng); /* every number of 64 bits is as likely */

/* A number from 0 up to `bound`, which is above 0 and not among them. */
unsigned prng_below(struct prng *prng, unsigned bound);

#endif
