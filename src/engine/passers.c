/* SPDX-License-Identifier: MIT */
#include "engine/passers.h"

#include "rules/attacks.h"

enum { FAR = 3 }; /* from this rank on, counted from 0, the way ahead is looked at */

static int at_most(int number, int limit)
{
    return number < limit ? number : limit;
}

static tapered evaluate_king_distance(struct evalinfo *info, rk_side us, int stop, int far)
{
    const int own = at_most(distance(info->king[us], stop), 5);
    const int their = at_most(distance(info->king[other(us)], stop), 5);
    return bonus(info, us, PASSED_FROM_OWN_KING, own * far) +
           bonus(info, us, PASSED_FROM_THEIR_KING, their * far);
}

// A rook or queen behind it, ours or theirs, is felt on the whole file.
static tapered evaluate_path(struct evalinfo *info, rk_side us, int square, int far)
{
    const rk_side them = other(us);
    const rk_position *pos = info->pos;
    const uint64_t stop = ahead(us, bit(square)), way = file_of(square) & ranks_ahead(us, square);
    const uint64_t behind = file_of(square) & ranks_ahead(them, square);
    const uint64_t sliders =
        straight_attacks(square, info->occupied) & behind & (pos->of[RK_ROOK] | pos->of[RK_QUEEN]);
    tapered sum = 0;
    if (sliders & pos->by[us])
        sum += bonus(info, us, ROOK_BEHIND_PASSED, far);
    if (info->occupied & stop)
        return sum + bonus(info, us, PASSED_BLOCKED + (pos->by[them] & stop ? 1 : 0), far);
    const uint64_t feared =
        sliders & pos->by[them] ? way : way & (info->attacked[them] | pos->by[them]);
    if (!feared)
        sum += bonus(info, us, PASSED_FREE_PATH, far);
    else if (!(feared & stop))
        sum += bonus(info, us, PASSED_FREE_STEP, far);
    if ((info->attacked[us] | (sliders & pos->by[us] ? way : 0)) & stop)
        sum += bonus(info, us, PASSED_SUPPORTED_STEP, far);
    return sum;
}

static tapered evaluate_side(struct evalinfo *info, rk_side us)
{
    tapered sum = 0;
    for (uint64_t set = info->pawns->passed[us]; set; set = rest(set)) {
        const int square = first(set), row = relative_rank(us, square);
        sum += bonus(info, us, PASSED_PAWN + (unsigned)row, 1);
        sum += bonus(info, us, PASSED_FROM_EDGE, edge_distance(square & 7));
        if (info->attacks[us][RK_PAWN] & bit(square))
            sum += bonus(info, us, PASSED_PROTECTED, 1);
        if (row < FAR)
            continue;
        const int far = row - FAR + 1;
        sum += evaluate_king_distance(info, us, square + step_ahead(us), far);
        sum += evaluate_path(info, us, square, far);
    }
    return sum;
}

tapered passers_evaluate(struct evalinfo *info)
{
    return evaluate_side(info, RK_WHITE) - evaluate_side(info, RK_BLACK);
}
