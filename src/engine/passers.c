/* SPDX-License-Identifier: MIT */
#include "engine/passers.h"

#include "base/minmax.h"
#include "rules/attacks.h"

enum { ADVANCED_RANK = 3 }; /* from here on, counted from 0, the path ahead is evaluated */

static tapered evaluate_king_distance(struct evalinfo *info, rk_side us, int stop, int advance)
{
    const int own = min_int(distance(info->king[us], stop), 5);
    const int their = min_int(distance(info->king[other(us)], stop), 5);
    return bonus(info, us, PASSED_OWN_KING_DISTANCE, own * advance) +
           bonus(info, us, PASSED_THEIR_KING_DISTANCE, their * advance);
}

// A rook or queen behind the pawn, of either side, attacks the whole path.
static tapered evaluate_path(struct evalinfo *info, rk_side us, int square, int advance)
{
    const rk_side them = other(us);
    const rk_position *pos = info->pos;
    const uint64_t stop = ahead(us, bit(square)),
                   path_ahead = file_of(square) & ranks_ahead(us, square);
    const uint64_t behind = file_of(square) & ranks_ahead(them, square);
    const uint64_t sliders =
        straight_attacks(square, info->occupied) & behind & (pos->of[RK_ROOK] | pos->of[RK_QUEEN]);
    tapered sum = 0;
    if (sliders & pos->by[us])
        sum += bonus(info, us, ROOK_BEHIND_PASSED, advance);
    if (info->occupied & stop)
        return sum + bonus(info, us, PASSED_BLOCKED + (pos->by[them] & stop ? 1 : 0), advance);
    const uint64_t unsafe =
        sliders & pos->by[them] ? path_ahead : path_ahead & (info->attacked[them] | pos->by[them]);
    if (!unsafe)
        sum += bonus(info, us, PASSED_FREE_PATH, advance);
    else if (!(unsafe & stop))
        sum += bonus(info, us, PASSED_FREE_STEP, advance);
    if ((info->attacked[us] | (sliders & pos->by[us] ? path_ahead : 0)) & stop)
        sum += bonus(info, us, PASSED_SUPPORTED_STEP, advance);
    return sum;
}

static tapered evaluate_passers(struct evalinfo *info, rk_side us)
{
    tapered sum = 0;
    for (uint64_t set = info->pawns->passed[us]; set; set = without_lsb(set)) {
        const int square = lsb(set), row = relative_rank(us, square);
        sum += bonus(info, us, PASSED_PAWN + (unsigned)row, 1);
        sum += bonus(info, us, PASSED_EDGE_DISTANCE, edge_distance(square & 7));
        if (info->attacks[us][RK_PAWN] & bit(square))
            sum += bonus(info, us, PASSED_PROTECTED, 1);
        if (row < ADVANCED_RANK)
            continue;
        const int advance = row - ADVANCED_RANK + 1;
        sum += evaluate_king_distance(info, us, square + step_ahead(us), advance);
        sum += evaluate_path(info, us, square, advance);
    }
    return sum;
}

tapered passers_evaluate(struct evalinfo *info)
{
    return evaluate_passers(info, RK_WHITE) - evaluate_passers(info, RK_BLACK);
}
