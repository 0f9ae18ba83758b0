/* SPDX-License-Identifier: MIT */
/* The hidden layer of the network for recent positions of a thread. A new position differs from one
 * of them by few pieces, so its sums are updated instead of added up again. */
#ifndef ENGINE_ACCUMULATOR_H
#define ENGINE_ACCUMULATOR_H

#include "engine/kernel.h"
#include "engine/network.h"
#include "rookery/position.h"

enum { ACCUMULATOR_COUNT = 8, BITBOARD_COUNT = 8 };

/* The sums of one position. */
struct accumulator {
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[2][NETWORK_HIDDEN_MAX]; /* as each side sees it */
    uint64_t boards[BITBOARD_COUNT]; /* six kinds, two sides; all zero if there are no sums */
    bool mirrored[2];                /* the king of the side is on files e to h */
};

struct accumulators {
    struct accumulator entries[ACCUMULATOR_COUNT]; /* a ring: the oldest is replaced */
    const struct rk_network *network;
    const struct kernel *kernel;
    unsigned last; /* the entry of the last evaluation */
};

/* Empties the cache, for a network that is borrowed from now on. */
void accumulators_init(struct accumulators *accumulators, const struct rk_network *network,
                       const struct kernel *kernel);

/* The evaluation of the network, in centipawns for the side to move. Each side has one king and at
 * most 16 pieces of chess. */
int accumulators_evaluate(struct accumulators *accumulators, const rk_position *pos);

/* The same without a cache. */
int network_evaluate(const struct rk_network *network, const struct kernel *kernel,
                     const rk_position *pos);

#endif
