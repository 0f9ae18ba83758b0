/* SPDX-License-Identifier: MIT */
#include "base/chance.h"

uint64_t chance_word(struct chance *chance)
{
    // splitmix64
    uint64_t word = chance->state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

unsigned chance_below(struct chance *chance, unsigned bound)
{
    return (unsigned)((chance_word(chance) >> 32) * bound >> 32);
}
