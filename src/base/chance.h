/* SPDX-License-Identifier: MIT */
/* Numbers that look like chance and are the same ones each time: from the same state the same row.
 * For play and tests, never for secrets. */
#ifndef BASE_CHANCE_H
#define BASE_CHANCE_H

#include <stdint.h>

/* Any state will do to begin with, all zeros too. */
struct chance {
    uint64_t state;
};

uint64_t chance_word(struct chance *chance); /* every number of 64 bits is as likely */

/* A number from 0 up to `bound`, which is above 0 and not among them. */
unsigned chance_below(struct chance *chance, unsigned bound);

#endif
