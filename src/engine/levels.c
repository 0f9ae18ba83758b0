/* SPDX-License-Identifier: MIT */
#include "engine/levels.h"

#include "rookery/engine.h"

// Measured by matches of each against its neighbours; between rows it is interpolated.
struct strength {
    unsigned elo, nodes;
    int blur;
    unsigned oversight;
};

static const struct strength strengths[] = {
    {500, 25, 480, 400},   {800, 50, 320, 285},  {1000, 140, 190, 170}, {1200, 270, 145, 122},
    {1400, 410, 120, 100}, {1600, 760, 87, 67},  {1800, 1500, 60, 40},  {2000, 3100, 39, 21},
    {2200, 6000, 28, 12},  {2400, 16000, 16, 5}, {2600, 50000, 8, 0},   {2800, 150000, 4, 0},
    {3000, 500000, 0, 0},
};

enum { STRENGTHS = sizeof strengths / sizeof *strengths };

unsigned rk_level_elo(unsigned level)
{
    const unsigned bounded = level < 1 ? 1 : level > RK_LEVEL_COUNT ? RK_LEVEL_COUNT : level;
    return 600 + 200 * bounded;
}

static int64_t between(int64_t low, int64_t high, int64_t part, int64_t whole)
{
    return low + (high - low) * part / whole;
}

struct handicap handicap_of(unsigned elo)
{
    if (!elo)
        return (struct handicap){0};
    const unsigned bounded = elo < RK_ELO_MIN ? RK_ELO_MIN : elo > RK_ELO_MAX ? RK_ELO_MAX : elo;
    unsigned row = 0;
    while (row + 2 < STRENGTHS && strengths[row + 1].elo <= bounded)
        row++;
    const struct strength *const low = &strengths[row], *const high = low + 1;
    const int64_t part = bounded - low->elo, whole = high->elo - low->elo;
    return (struct handicap){
        .nodes = (uint64_t)between(low->nodes, high->nodes, part, whole),
        .blur = (int)between(low->blur, high->blur, part, whole),
        .oversight = (unsigned)between(low->oversight, high->oversight, part, whole),
    };
}

static uint64_t mix(uint64_t word)
{
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

int handicap_error(const struct handicap *handicap, uint64_t seed, uint64_t key)
{
    if (!handicap->blur)
        return 0;
    const uint64_t word = mix(key ^ mix(seed + 1));
    const int spread = 2 * handicap->blur + 1; // two dice: small errors are commoner
    return ((int)(word % (unsigned)spread) + (int)((word >> 32) % (unsigned)spread)) / 2 -
           handicap->blur;
}

bool handicap_overlooks(const struct handicap *handicap, uint64_t seed, uint64_t key, rk_move move)
{
    return handicap->oversight &&
           mix(key ^ mix(seed ^ (uint64_t)move << 40)) % 1000 < handicap->oversight;
}
