/* SPDX-License-Identifier: MIT */
/* Perft: counts move sequences to verify and measure the move generator. */
#ifndef ROOKERY_PERFT_H
#define ROOKERY_PERFT_H

#include "rookery/position.h"

RK_BEGIN_C

/* Returns the number of legal move sequences of exactly `depth` plies; 1 for
 * depth 0. Runs on the calling thread and keeps no table of positions. */
uint64_t rk_perft(const rk_position *pos, int depth);

RK_END_C

#endif
