/* SPDX-License-Identifier: MIT */
/* Minimum, maximum and clamp for int. */
#ifndef ENGINE_MINMAX_H
#define ENGINE_MINMAX_H

#include "rookery/base.h"

RK_INLINE int min_int(int a, int b)
{
    return a < b ? a : b;
}

RK_INLINE int max_int(int a, int b)
{
    return a > b ? a : b;
}

RK_INLINE int clamp_int(int value, int min, int max)
{
    return value < min ? min : value > max ? max : value;
}

#endif
