/* SPDX-License-Identifier: MIT */
#include "engine/history.h"

enum {
    GRAIN = 256,            /* errors are kept in so many parts of a hundredth */
    ERROR_MAX = 64 * GRAIN, /* and are believed up to here */
    WEIGHTS = 256
};

// Positions with the same pawns, or the same pieces of a side, share an entry.
static unsigned slot(uint64_t a, uint64_t b)
{
    const uint64_t mixed = a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (unsigned)((mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 50) &
           (CORRECTION_SIZE - 1);
}

static unsigned pawn_slot(const rk_position *pos)
{
    return slot(pos->of[RK_PAWN] & pos->by[RK_WHITE], pos->of[RK_PAWN] & pos->by[RK_BLACK]);
}

static unsigned piece_slot(const rk_position *pos, unsigned side)
{
    const uint64_t own = pos->by[side];
    const uint64_t minors = slot(pos->of[RK_KNIGHT] & own, pos->of[RK_BISHOP] & own);
    const uint64_t majors = slot(pos->of[RK_ROOK] & own, pos->of[RK_QUEEN] & own);
    return slot(minors << 32 | majors, pos->of[RK_KING] & own);
}

int history_correction(const struct history *history, const rk_position *pos)
{
    const int sum = 2 * history->pawn_error[pos->turn][pawn_slot(pos)] +
                    history->piece_error[pos->turn][0][piece_slot(pos, 0)] +
                    history->piece_error[pos->turn][1][piece_slot(pos, 1)];
    return sum / (4 * GRAIN);
}

static void approach(int16_t *entry, int target, int weight)
{
    int value = (*entry * (WEIGHTS - weight) + target * weight) / WEIGHTS;
    value = value > ERROR_MAX ? ERROR_MAX : value < -ERROR_MAX ? -ERROR_MAX : value;
    *entry = (int16_t)value;
}

void history_correct(struct history *history, const rk_position *pos, int error, int depth)
{
    const int weight = depth + 1 < 16 ? depth + 1 : 16;
    const int bounded = error > 1000 ? 1000 : error < -1000 ? -1000 : error;
    const int target = bounded * GRAIN;
    approach(&history->pawn_error[pos->turn][pawn_slot(pos)], target, weight);
    for (unsigned side = 0; side < 2; side++)
        approach(&history->piece_error[pos->turn][side][piece_slot(pos, side)], target, weight);
}
