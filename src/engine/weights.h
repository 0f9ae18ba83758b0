/* SPDX-License-Identifier: MIT */
/* The weights of the evaluation, set by tools/tune. Each is a pair for the middlegame and the
 * endgame in one word, so that both are added and multiplied at once. */
#ifndef ENGINE_WEIGHTS_H
#define ENGINE_WEIGHTS_H

#include <stdint.h>

#include "rookery/base.h"

typedef int32_t tapered; /* the endgame in the upper half, the middlegame in the lower */

#define TAPERED(middlegame, endgame) ((tapered)(endgame)*65536 + (tapered)(middlegame))

RK_INLINE int middlegame_score(tapered pair)
{
    return (int16_t)(uint16_t)(uint32_t)pair;
}

RK_INLINE int endgame_score(tapered pair)
{
    return (int16_t)(uint16_t)(((uint32_t)pair + 0x8000U) >> 16);
}

/* Indexes into the table; a name is the index of its first weight. */
enum {
#define WEIGHTS(name, size, ...) name, name##_LAST = name + (size)-1,
#include "engine/weights.def"
    WEIGHT_COUNT
};

extern const tapered weights[WEIGHT_COUNT];

#endif
