/* SPDX-License-Identifier: MIT */
#include "engine/material.h"

enum { COUNT_BITS = 6 }; /* a side has at most 16 pieces here */

uint64_t material_key(const rk_position *pos)
{
    uint64_t key = 0;
    for (unsigned kind = RK_PAWN; kind <= RK_QUEEN; kind++) {
        key = key << COUNT_BITS | (uint64_t)popcount(pos->of[kind] & pos->by[RK_WHITE]);
        key = key << COUNT_BITS | (uint64_t)popcount(pos->of[kind] & pos->by[RK_BLACK]);
    }
    return key;
}

static struct material count_material(const rk_position *pos, rk_side side)
{
    static const int values[RK_KIND_COUNT] = {0, 3, 3, 5, 10, 0, 0};
    struct material material = {.pieces = 0};
    for (unsigned kind = RK_PAWN; kind <= RK_QUEEN; kind++) {
        const int found = popcount(pos->of[kind] & pos->by[side]);
        material.of[kind] = (uint8_t)found;
        material.pieces = (uint8_t)(material.pieces + (kind == RK_PAWN ? 0 : found));
        material.value = (uint8_t)(material.value + values[kind] * found);
    }
    return material;
}

static tapered evaluate_material(struct evalinfo *info, const struct material material[2],
                                 rk_side us)
{
    const uint8_t *own = material[us].of;
    const int minors = own[RK_KNIGHT] + own[RK_BISHOP];
    const uint8_t *theirs = material[other(us)].of;
    tapered sum = 0;
    for (unsigned kind = RK_PAWN; kind <= RK_QUEEN; kind++)
        sum += bonus(info, us, PIECE_VALUE + kind, own[kind]);
    if (own[RK_BISHOP] >= 2)
        sum += bonus(info, us, BISHOP_PAIR, 1);
    if (own[RK_ROOK] >= 2)
        sum += bonus(info, us, ROOK_PAIR, 1);
    sum += bonus(info, us, KNIGHT_PER_PAWN, own[RK_KNIGHT] * (own[RK_PAWN] - 5));
    sum += bonus(info, us, ROOK_PER_PAWN, own[RK_ROOK] * (own[RK_PAWN] - 5));
    if (minors > theirs[RK_KNIGHT] + theirs[RK_BISHOP])
        sum += bonus(info, us, MINORS_AHEAD, 1);
    return sum;
}

void material_evaluate(struct evalinfo *info, uint64_t key, struct material_entry *out)
{
    static const int weight[RK_KIND_COUNT] = {0, 1, 1, 2, 4, 0, 0};
    *out = (struct material_entry){.key = key};
    for (unsigned side = 0; side < 2; side++) {
        out->counts[side] = count_material(info->pos, (rk_side)side);
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            out->phase += weight[kind] * out->counts[side].of[kind];
    }
    out->phase = out->phase < PHASE_MAX ? out->phase : PHASE_MAX;
    out->endgame = endgame_classify(out->counts, &out->strong);
    out->score = evaluate_material(info, out->counts, RK_WHITE) -
                 evaluate_material(info, out->counts, RK_BLACK);
}
