/* SPDX-License-Identifier: MIT */
#include "engine/threats.h"

#include "base/minmax.h"

/* Adds a weight for each attacked piece, by its kind. */
static tapered count_threats(struct evalinfo *info, rk_side us, unsigned weight, uint64_t attacked)
{
    tapered sum = 0;
    for (unsigned kind = RK_PAWN; attacked && kind <= RK_QUEEN; kind++) {
        const uint64_t hit = info->pos->of[kind] & attacked;
        if (hit)
            sum += bonus(info, us, weight + kind, popcount(hit));
        attacked &= ~hit;
    }
    return sum;
}

// Squares that pawns attack after a safe push.
static uint64_t push_attacks(const struct evalinfo *info, rk_side us)
{
    const uint64_t empty = ~info->occupied;
    uint64_t steps = ahead(us, info->pawns->pawns[us]) & empty;
    steps |= ahead(us, steps & rank(us, 3)) & empty;
    steps &= ~info->pawns->attacks[other(us)] & (info->attacked[us] | ~info->attacked[other(us)]);
    return pawn_attacks(us, steps);
}

static tapered evaluate_threats(struct evalinfo *info, rk_side us)
{
    const rk_side them = other(us);
    const rk_position *pos = info->pos;
    const uint64_t theirs = pos->by[them] & ~pos->of[RK_KING];
    const uint64_t pieces = theirs & ~pos->of[RK_PAWN];
    const uint64_t *by = info->attacks[us];
    const uint64_t defended =
        info->pawns->attacks[them] | (info->attacked_twice[them] & ~info->attacked_twice[us]);
    const uint64_t weak = theirs & ~defended & info->attacked[us];
    tapered sum = count_threats(info, us, THREAT_BY_PAWN, pieces & by[RK_PAWN]);
    sum += count_threats(info, us, THREAT_BY_MINOR,
                         (weak | (pieces & defended)) & (by[RK_KNIGHT] | by[RK_BISHOP]));
    sum += count_threats(info, us, THREAT_BY_ROOK,
                         (weak | (pos->of[RK_QUEEN] & theirs)) & by[RK_ROOK]);
    if (weak & by[RK_KING])
        sum += bonus(info, us, THREAT_BY_KING, 1);
    const uint64_t hanging = weak & (~info->attacked[them] | (pieces & info->attacked_twice[us]));
    sum += bonus(info, us, HANGING, popcount(hanging));
    sum += bonus(info, us, THREAT_BY_PUSH, popcount(push_attacks(info, us) & pieces));
    const uint64_t restricted = info->attacked[them] & ~defended & info->attacked[us];
    return sum + bonus(info, us, RESTRICTED_SQUARES, popcount(restricted));
}

tapered threats_evaluate(struct evalinfo *info)
{
    return evaluate_threats(info, RK_WHITE) - evaluate_threats(info, RK_BLACK);
}

// Safe squares on the central files of our half; those behind our pawns count twice. Worth more the
// more pieces we have to use them.
static tapered evaluate_space(struct evalinfo *info, rk_side us)
{
    const rk_side them = other(us);
    const uint64_t files = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5;
    const uint64_t pawns = info->pawns->pawns[us];
    const uint64_t safe =
        files & (rank(us, 2) | rank(us, 3) | rank(us, 4)) & ~pawns & ~info->pawns->attacks[them];
    uint64_t behind = ahead(them, pawns);
    behind |= ahead(them, behind);
    behind |= ahead(them, behind);
    const int squares = popcount(safe) + popcount(safe & behind & ~info->attacked[them]);
    const int pieces = popcount(info->pos->by[us]);
    return bonus(info, us, SPACE, squares * max_int(pieces - 4, 0) / 4);
}

tapered threats_space(struct evalinfo *info)
{
    return evaluate_space(info, RK_WHITE) - evaluate_space(info, RK_BLACK);
}
