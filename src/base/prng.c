/* SPDX-License-Identifier: MIT */
#include "base/prng.h"

uint64_t prng_next(struct prng *prng)
{
    uint64_t word = prng->state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

unsigned prng_below(struct prng *prng, unsigned bound)
{
    return (unsigned)((prng_next(prng) >> 32) * bound >> 32);
}
