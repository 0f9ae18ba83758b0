/* SPDX-License-Identifier: MIT */
#include "review/phase.h"

#include "rules/bits.h"

enum {
    OPENING_MOVES = 12,  /* the opening ends after this move at the latest */
    OPENING_PIECES = 11, /* or when fewer pieces are left; 14 at the start of a game */
    ENDGAME_PIECES = 6   /* knights, bishops, rooks and queens of both sides */
};

static enum phase phase_of(const rk_position *pos)
{
    const int pieces =
        popcount((pos->by[RK_WHITE] | pos->by[RK_BLACK]) & ~pos->of[RK_PAWN] & ~pos->of[RK_KING]);
    if (pieces <= ENDGAME_PIECES)
        return PHASE_ENDGAME;
    return pieces < OPENING_PIECES || pos->move_number > OPENING_MOVES ? PHASE_MIDDLEGAME
                                                                       : PHASE_OPENING;
}

enum phase phase_after(enum phase before, const rk_position *pos)
{
    const enum phase phase = phase_of(pos);
    return phase > before ? phase : before;
}
