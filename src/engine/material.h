/* SPDX-License-Identifier: MIT */
/* The part of the evaluation that follows from material alone; cached by its key. */
#ifndef ENGINE_MATERIAL_H
#define ENGINE_MATERIAL_H

#include "engine/endgames.h"
#include "engine/evalinfo.h"

enum { PHASE_MAX = 24 }; /* the full middlegame; 0 with kings and pawns only */

struct material_entry {
    uint64_t key;
    tapered score; /* White's score minus Black's */
    struct material counts[2];
    int phase;
    enum endgame endgame;
    rk_side strong;
};

/* Unique for each combination of material. */
uint64_t material_key(const rk_position *pos);

void material_evaluate(struct evalinfo *info, uint64_t key, struct material_entry *out);

#endif
