/* SPDX-License-Identifier: MIT */
/* Counting the games of a length: the proof of a move generator. */
#ifndef ROOKERY_PERFT_H
#define ROOKERY_PERFT_H

#include "rookery/position.h"

RK_BEGIN_C

/* The number of ways to play `depth` moves from here; 1 for depth 0. */
uint64_t rk_perft(const rk_position *pos, int depth);

RK_END_C

#endif
