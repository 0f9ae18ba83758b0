/* SPDX-License-Identifier: MIT */
#include "engine/history.h"

#include "base/minmax.h"

enum {
    CORRECTION_GRAIN = 256, /* units of an entry in a centipawn */
    CORRECTION_MAX = 64 * CORRECTION_GRAIN,
    CORRECTION_WEIGHT_MAX = 256,
    ERROR_MAX = 1000 /* centipawns */
};

// Positions with the same pawns, or the same pieces of a side, share an entry.
static unsigned correction_index(uint64_t a, uint64_t b)
{
    const uint64_t mixed = a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (unsigned)((mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 50) &
           (CORRECTION_SIZE - 1);
}

static unsigned pawn_correction_index(const rk_position *pos)
{
    return correction_index(pos->of[RK_PAWN] & pos->by[RK_WHITE],
                            pos->of[RK_PAWN] & pos->by[RK_BLACK]);
}

static unsigned nonpawn_correction_index(const rk_position *pos, unsigned side)
{
    const uint64_t own = pos->by[side];
    const uint64_t minors = correction_index(pos->of[RK_KNIGHT] & own, pos->of[RK_BISHOP] & own);
    const uint64_t majors = correction_index(pos->of[RK_ROOK] & own, pos->of[RK_QUEEN] & own);
    return correction_index(minors << 32 | majors, pos->of[RK_KING] & own);
}

int history_correction(const struct history *history, const rk_position *pos)
{
    const int sum = 2 * history->pawn_correction[pos->turn][pawn_correction_index(pos)] +
                    history->nonpawn_correction[pos->turn][0][nonpawn_correction_index(pos, 0)] +
                    history->nonpawn_correction[pos->turn][1][nonpawn_correction_index(pos, 1)];
    return sum / (4 * CORRECTION_GRAIN);
}

static void move_towards(int16_t *entry, int target, int weight)
{
    const int value =
        (*entry * (CORRECTION_WEIGHT_MAX - weight) + target * weight) / CORRECTION_WEIGHT_MAX;
    *entry = (int16_t)clamp_int(value, -CORRECTION_MAX, CORRECTION_MAX);
}

void history_update_correction(struct history *history, const rk_position *pos, int error,
                               int depth)
{
    const int weight = min_int(depth + 1, 16);
    const int target = clamp_int(error, -ERROR_MAX, ERROR_MAX) * CORRECTION_GRAIN;
    move_towards(&history->pawn_correction[pos->turn][pawn_correction_index(pos)], target, weight);
    for (unsigned side = 0; side < 2; side++)
        move_towards(
            &history->nonpawn_correction[pos->turn][side][nonpawn_correction_index(pos, side)],
            target, weight);
}
