/* SPDX-License-Identifier: MIT */
/* Endings that are known: what they are worth, how they are won, and which
 * advantages win nothing. */
#ifndef ENGINE_ENDGAMES_H
#define ENGINE_ENDGAMES_H

#include "rookery/position.h"

/* Which of them the material of both sides makes. */
enum ending {
    ENDING_NONE,
    ENDING_DRAWN,         /* nobody can win it */
    ENDING_LONE_KING,     /* enough to mate against nothing */
    ENDING_BISHOP_KNIGHT, /* against nothing: only in two of the corners */
    ENDING_ONE_PAWN,      /* against nothing: known exactly */
    ENDING_QUEEN_ROOK,    /* each against the other */
    ENDING_QUEEN_PAWN,
    ENDING_ROOK_PAWN,
    ENDING_ROOK_MINOR
};

enum { KNOWN_WIN = 6000, SCALE_WHOLE = 64 };

/* How many of each kind a side has. */
struct men {
    uint8_t of[RK_KIND_COUNT];
    uint8_t pieces; /* all but pawns and the king */
    uint8_t value;  /* of the pieces, a knight 3 */
};

/* What the material makes; `strong` is the side that tries to win. */
enum ending ending_of(const struct men men[2], rk_side *strong);

/* What it is worth to the strong side. */
int ending_value(enum ending ending, const rk_position *pos, rk_side strong);

/* Of 64 parts, how much of the endgame's advantage is left to the side that has it. */
int ending_scale(const rk_position *pos, const struct men men[2], rk_side strong);

#endif
