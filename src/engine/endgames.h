/* SPDX-License-Identifier: MIT */
/* Endings that are known: what they are worth, how they are won, and which
 * advantages win nothing. */
#ifndef ENGINE_ENDGAMES_H
#define ENGINE_ENDGAMES_H

#include "rookery/position.h"

/* Which of them the material of both sides makes. */
enum endgame {
    ENDGAME_NONE,
    ENDGAME_DRAWN,     /* nobody can win it */
    ENDGAME_LONE_KING, /* enough to mate against nothing */
    ENDGAME_KBNK,      /* against nothing: only in two of the corners */
    ENDGAME_KPK,       /* against nothing: known exactly */
    ENDGAME_KQKR,      /* each against the other */
    ENDGAME_KQKP,
    ENDGAME_KRKP,
    ENDGAME_KR_MINOR
};

enum { KNOWN_WIN = 6000, SCALE_NORMAL = 64 };

/* How many of each kind a side has. */
struct material {
    uint8_t of[RK_KIND_COUNT];
    uint8_t pieces; /* all but pawns and the king */
    uint8_t value;  /* of the pieces, a knight 3 */
};

/* What the material makes; `strong` is the side that tries to win. */
enum endgame endgame_classify(const struct material material[2], rk_side *strong);

/* What it is worth to the strong side. */
int endgame_evaluate(enum endgame endgame, const rk_position *pos, rk_side strong);

/* Of 64 parts, how much of the endgame's advantage is left to the side that has it. */
int endgame_scale(const rk_position *pos, const struct material material[2], rk_side strong);

#endif
