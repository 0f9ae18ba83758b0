/* SPDX-License-Identifier: MIT */
/* Endgames with a known result or plan, and the scaling of scores in endgames that are hard to
 * win. */
#ifndef ENGINE_ENDGAMES_H
#define ENGINE_ENDGAMES_H

#include "rookery/position.h"

/* The kinds of known endgames, distinguished by the material of both sides. */
enum endgame {
    ENDGAME_NONE,
    ENDGAME_DRAWN,     /* neither side can win */
    ENDGAME_LONE_KING, /* mating material against a bare king */
    ENDGAME_KBNK,      /* the mate is in a corner of the bishop's colour */
    ENDGAME_KPK,       /* known exactly */
    ENDGAME_KQKR,
    ENDGAME_KQKP,
    ENDGAME_KRKP,
    ENDGAME_KR_MINOR
};

enum { KNOWN_WIN = 6000, SCALE_NORMAL = 64 };

/* The pieces of a side. */
struct material {
    uint8_t of[RK_KIND_COUNT];
    uint8_t pieces; /* without pawns and the king */
    uint8_t value;  /* of the pieces; a knight is 3 */
};

/* Finds the endgame; `strong` is the side that tries to win. */
enum endgame endgame_classify(const struct material material[2], rk_side *strong);

/* The score for the strong side. */
int endgame_evaluate(enum endgame endgame, const rk_position *pos, rk_side strong);

/* The factor for the endgame score of the stronger side, out of SCALE_NORMAL. */
int endgame_scale(const rk_position *pos, const struct material material[2], rk_side strong);

#endif
