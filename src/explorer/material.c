/* SPDX-License-Identifier: MIT */
#include "explorer/material.h"

enum { PAWN_BITS = 4, PIECE_BITS = 2, SIDE_BITS = 12, PAWNS_MAX = 15, PIECES_MAX = 3 };

static unsigned count_bits(uint64_t set)
{
    unsigned count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

uint32_t material_of(const rk_position *pos)
{
    uint32_t packed = 0;
    for (int side = 0; side < 2; side++) {
        unsigned shift = (unsigned)side * SIDE_BITS;
        const unsigned pawns = count_bits(pos->of[RK_PAWN] & pos->by[side]);
        packed |= (pawns < PAWNS_MAX ? pawns : PAWNS_MAX) << shift;
        shift += PAWN_BITS;
        for (rk_kind kind = RK_KNIGHT; kind <= RK_QUEEN; kind++, shift += PIECE_BITS) {
            const unsigned count = count_bits(pos->of[kind] & pos->by[side]);
            packed |= (count < PIECES_MAX ? count : PIECES_MAX) << shift;
        }
    }
    return packed;
}

bool material_can_precede(uint32_t last, const uint8_t wanted[2][RK_KIND_COUNT])
{
    for (int side = 0; side < 2; side++) {
        uint32_t bits = last >> side * SIDE_BITS;
        const unsigned pawns = bits & PAWNS_MAX;
        if (pawns > wanted[side][RK_PAWN])
            return false;
        const unsigned promotions = wanted[side][RK_PAWN] - pawns;
        bits >>= PAWN_BITS;
        for (rk_kind kind = RK_KNIGHT; kind <= RK_QUEEN; kind++, bits >>= PIECE_BITS)
            if ((bits & PIECES_MAX) > wanted[side][kind] + promotions)
                return false;
    }
    return true;
}
