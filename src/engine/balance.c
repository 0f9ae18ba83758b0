/* SPDX-License-Identifier: MIT */
#include "engine/balance.h"

enum { COUNT_BITS = 6 }; /* a side has at most 16 men where this is asked */

uint64_t balance_key(const rk_position *pos)
{
    uint64_t key = 0;
    for (unsigned kind = RK_PAWN; kind <= RK_QUEEN; kind++) {
        key = key << COUNT_BITS | (uint64_t)count(pos->of[kind] & pos->by[RK_WHITE]);
        key = key << COUNT_BITS | (uint64_t)count(pos->of[kind] & pos->by[RK_BLACK]);
    }
    return key;
}

static struct men men_of(const rk_position *pos, rk_side side)
{
    static const int values[RK_KIND_COUNT] = {0, 3, 3, 5, 10, 0, 0};
    struct men men = {.pieces = 0};
    for (unsigned kind = RK_PAWN; kind <= RK_QUEEN; kind++) {
        const int found = count(pos->of[kind] & pos->by[side]);
        men.of[kind] = (uint8_t)found;
        men.pieces = (uint8_t)(men.pieces + (kind == RK_PAWN ? 0 : found));
        men.value = (uint8_t)(men.value + values[kind] * found);
    }
    return men;
}

static tapered judge_side(struct survey *survey, const struct men men[2], rk_side us)
{
    const uint8_t *own = men[us].of;
    const int minors = own[RK_KNIGHT] + own[RK_BISHOP];
    const uint8_t *theirs = men[other(us)].of;
    tapered sum = 0;
    for (unsigned kind = RK_PAWN; kind <= RK_QUEEN; kind++)
        sum += worth(survey, us, PIECE_VALUE + kind, own[kind]);
    if (own[RK_BISHOP] >= 2)
        sum += worth(survey, us, BISHOP_PAIR, 1);
    if (own[RK_ROOK] >= 2)
        sum += worth(survey, us, ROOK_PAIR, 1);
    sum += worth(survey, us, KNIGHT_PER_PAWN, own[RK_KNIGHT] * (own[RK_PAWN] - 5));
    sum += worth(survey, us, ROOK_PER_PAWN, own[RK_ROOK] * (own[RK_PAWN] - 5));
    if (minors > theirs[RK_KNIGHT] + theirs[RK_BISHOP])
        sum += worth(survey, us, MINORS_AHEAD, 1);
    return sum;
}

void balance_judge(struct survey *survey, uint64_t key, struct balance *out)
{
    static const int weight[RK_KIND_COUNT] = {0, 1, 1, 2, 4, 0, 0};
    *out = (struct balance){.key = key};
    for (unsigned side = 0; side < 2; side++) {
        out->men[side] = men_of(survey->pos, (rk_side)side);
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            out->phase += weight[kind] * out->men[side].of[kind];
    }
    out->phase = out->phase < PHASE_MAX ? out->phase : PHASE_MAX;
    out->ending = ending_of(out->men, &out->strong);
    out->score = judge_side(survey, out->men, RK_WHITE) - judge_side(survey, out->men, RK_BLACK);
}
