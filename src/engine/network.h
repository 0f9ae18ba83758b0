/* SPDX-License-Identifier: MIT */
/* The network: its weights, and how they are stored in a file (docs/network.md).
 *
 *     768 inputs, a piece on a square, seen once by each side
 *      -> `hidden` sums for each side, clamped to 0..1 and squared
 *      -> one of `buckets` outputs, chosen by the number of pieces
 *
 * All arithmetic is with integers, so every machine gets the same result. */
#ifndef ENGINE_NETWORK_H
#define ENGINE_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/network.h"

enum {
    NETWORK_INPUTS = 768,
    NETWORK_HIDDEN_STEP = 128, /* `hidden` is a multiple of it */
    NETWORK_HIDDEN_MAX = 1024,
    NETWORK_BUCKETS_MAX = 8,
    NETWORK_ONE = 255,       /* the integer for 1.0 in the hidden layer */
    NETWORK_OUTPUT_ONE = 64, /* the integer for 1.0 among the output weights */
    NETWORK_HEADER_WORDS = 32
};

struct rk_network {
    unsigned hidden, buckets;
    int scale;               /* centipawns for an output of 1.0 */
    const int16_t *features; /* [NETWORK_INPUTS][hidden] */
    const int16_t *bias;     /* [hidden] */
    const int16_t *output;   /* [buckets][2 * hidden]: the side to move, the other side */
    int32_t output_bias[NETWORK_BUCKETS_MAX];
    int16_t *owned; /* the words of a file; NULL for the built-in network */
};

/* The built-in network: generated from src/engine/default.net by tools/embed_network.c. */
extern const struct rk_network network_default;

/* Describes the network in the words of a file. The words are borrowed. Returns RK_BAD_RECORD and
 * fills in *fault if they are not a network or could overflow. */
RK_MUST_USE rk_err network_init(struct rk_network *network, const int16_t *words, size_t count,
                                rk_fault *fault);

/* The number of 16-bit words of a file. */
size_t network_word_count(unsigned hidden, unsigned buckets);

#endif
