/* SPDX-License-Identifier: MIT */
/* What the material alone says: values, pairs, the stage of the game, known endings. */
#ifndef ENGINE_MATERIAL_H
#define ENGINE_MATERIAL_H

#include "engine/endgames.h"
#include "engine/evalinfo.h"

enum { PHASE_MAX = 24 }; /* of the middlegame; 0 with kings and pawns alone */

struct material_entry {
    uint64_t key;
    tapered score; /* White's less Black's */
    struct material counts[2];
    int phase;
    enum endgame endgame;
    rk_side strong;
};

/* Equal for equal material, different for different. */
uint64_t material_key(const rk_position *pos);

void material_evaluate(struct evalinfo *info, uint64_t key, struct material_entry *out);

#endif
