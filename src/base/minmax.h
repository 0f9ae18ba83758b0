/* SPDX-License-Identifier: MIT */
/* Minimum, maximum and clamp. */
#ifndef BASE_MINMAX_H
#define BASE_MINMAX_H

#include <stddef.h>
#include <stdint.h>

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

RK_INLINE int64_t min_int64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

RK_INLINE int64_t clamp_int64(int64_t value, int64_t min, int64_t max)
{
    return value < min ? min : value > max ? max : value;
}

RK_INLINE uint32_t min_uint32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

RK_INLINE size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

RK_INLINE double clamp_double(double value, double min, double max)
{
    return value < min ? min : value > max ? max : value;
}

#endif
