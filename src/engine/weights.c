/* SPDX-License-Identifier: MIT */
#include "engine/weights.h"

const tapered weights[WEIGHT_COUNT] = {
#define PAIR(middlegame, endgame) TAPERED(middlegame, endgame)
#define WEIGHTS(name, size, ...)  __VA_ARGS__,
#include "engine/weights.def"
};
