/* SPDX-License-Identifier: MIT */
#include "engine/threats.h"

/* The men of `them` in `attacked`, by kind: pawns, knights, bishops, rooks, queens. */
static tapered threaten(struct survey *survey, rk_side us, unsigned weight, uint64_t attacked)
{
    tapered sum = 0;
    for (unsigned kind = RK_PAWN; attacked && kind <= RK_QUEEN; kind++) {
        const uint64_t hit = survey->pos->of[kind] & attacked;
        if (hit)
            sum += worth(survey, us, weight + kind, count(hit));
        attacked &= ~hit;
    }
    return sum;
}

// What pawns could attack after a step that does not lose them.
static uint64_t pushes(const struct survey *survey, rk_side us)
{
    const uint64_t empty = ~survey->occupied;
    uint64_t steps = ahead(us, survey->pawns->pawns[us]) & empty;
    steps |= ahead(us, steps & rank(us, 3)) & empty;
    steps &=
        ~survey->pawns->attacks[other(us)] & (survey->attacked[us] | ~survey->attacked[other(us)]);
    return pawn_attacks(us, steps);
}

static tapered judge_side(struct survey *survey, rk_side us)
{
    const rk_side them = other(us);
    const rk_position *pos = survey->pos;
    const uint64_t theirs = pos->by[them] & ~pos->of[RK_KING];
    const uint64_t men = theirs & ~pos->of[RK_PAWN];
    const uint64_t *by = survey->attacks[us];
    const uint64_t held = survey->pawns->attacks[them] | (survey->twice[them] & ~survey->twice[us]);
    const uint64_t weak = theirs & ~held & survey->attacked[us];
    tapered sum = threaten(survey, us, THREAT_BY_PAWN, men & by[RK_PAWN]);
    sum += threaten(survey, us, THREAT_BY_MINOR,
                    (weak | (men & held)) & (by[RK_KNIGHT] | by[RK_BISHOP]));
    sum +=
        threaten(survey, us, THREAT_BY_ROOK, (weak | (pos->of[RK_QUEEN] & theirs)) & by[RK_ROOK]);
    if (weak & by[RK_KING])
        sum += worth(survey, us, THREAT_BY_KING, 1);
    const uint64_t hanging = weak & (~survey->attacked[them] | (men & survey->twice[us]));
    sum += worth(survey, us, HANGING, count(hanging));
    sum += worth(survey, us, THREAT_BY_PUSH, count(pushes(survey, us) & men));
    const uint64_t restricted = survey->attacked[them] & ~held & survey->attacked[us];
    return sum + worth(survey, us, RESTRICTED, count(restricted));
}

tapered threats_judge(struct survey *survey)
{
    return judge_side(survey, RK_WHITE) - judge_side(survey, RK_BLACK);
}

// Safe squares of the own half behind or between the pawns of the centre; worth more
// the more men have to live there.
static tapered space_of(struct survey *survey, rk_side us)
{
    const rk_side them = other(us);
    const uint64_t files = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5;
    const uint64_t pawns = survey->pawns->pawns[us];
    const uint64_t safe =
        files & (rank(us, 2) | rank(us, 3) | rank(us, 4)) & ~pawns & ~survey->pawns->attacks[them];
    uint64_t behind = ahead(them, pawns);
    behind |= ahead(them, behind);
    behind |= ahead(them, behind);
    const int squares = count(safe) + count(safe & behind & ~survey->attacked[them]);
    const int men = count(survey->pos->by[us]);
    return worth(survey, us, SPACE, squares * (men - 4 > 0 ? men - 4 : 0) / 4);
}

tapered threats_space(struct survey *survey)
{
    return space_of(survey, RK_WHITE) - space_of(survey, RK_BLACK);
}
