/* SPDX-License-Identifier: MIT */
/* King and pawn against king: a bitbase generated at build time (tools/kpk.c). */
#ifndef ENGINE_KPK_H
#define ENGINE_KPK_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/base.h"

enum { KPK_POSITIONS = 2 * 24 * 64 * 64, KPK_WORDS = KPK_POSITIONS / 64 };

/* A bit for each position that White, who has the pawn, wins. */
extern const uint64_t kpk_wins[KPK_WORDS];

/* The pawn is on files a to d and ranks 2 to 7. */
RK_INLINE unsigned kpk_index(int king, int pawn, int lone_king, bool white_to_move)
{
    const unsigned place = (unsigned)((pawn & 3) + ((pawn >> 3) - 1) * 4);
    return ((place * 64 + (unsigned)king) * 64 + (unsigned)lone_king) * 2 + (white_to_move ? 1 : 0);
}

/* For a pawn on any file. */
RK_INLINE bool kpk_is_won(int king, int pawn, int lone_king, bool white_to_move)
{
    const int mirror = pawn & 4 ? 7 : 0;
    const unsigned index =
        kpk_index(king ^ mirror, pawn ^ mirror, lone_king ^ mirror, white_to_move);
    return kpk_wins[index / 64] >> index % 64 & 1;
}

#endif
