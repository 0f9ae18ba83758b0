/* SPDX-License-Identifier: MIT */
/* What the material alone says: values, pairs, the stage of the game, known endings. */
#ifndef ENGINE_BALANCE_H
#define ENGINE_BALANCE_H

#include "engine/endgames.h"
#include "engine/survey.h"

enum { PHASE_MAX = 24 }; /* of the middlegame; 0 with kings and pawns alone */

struct balance {
    uint64_t key;
    tapered score; /* White's less Black's */
    struct men men[2];
    int phase;
    enum ending ending;
    rk_side strong;
};

/* Equal for equal material, different for different. */
uint64_t balance_key(const rk_position *pos);

void balance_judge(struct survey *survey, uint64_t key, struct balance *out);

#endif
