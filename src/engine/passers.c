/* SPDX-License-Identifier: MIT */
#include "engine/passers.h"

#include "rules/attacks.h"

enum { FAR = 3 }; /* from this rank on, counted from 0, the way ahead is looked at */

static int at_most(int number, int limit)
{
    return number < limit ? number : limit;
}

static tapered judge_kings(struct survey *survey, rk_side us, int stop, int far)
{
    const int own = at_most(distance(survey->king[us], stop), 5);
    const int their = at_most(distance(survey->king[other(us)], stop), 5);
    return worth(survey, us, PASSED_FROM_OWN_KING, own * far) +
           worth(survey, us, PASSED_FROM_THEIR_KING, their * far);
}

// A rook or queen behind it, ours or theirs, is felt on the whole file.
static tapered judge_path(struct survey *survey, rk_side us, int square, int far)
{
    const rk_side them = other(us);
    const rk_position *pos = survey->pos;
    const uint64_t stop = ahead(us, bit(square)), way = file_of(square) & ranks_ahead(us, square);
    const uint64_t behind = file_of(square) & ranks_ahead(them, square);
    const uint64_t sliders = straight_attacks(square, survey->occupied) & behind &
                             (pos->of[RK_ROOK] | pos->of[RK_QUEEN]);
    tapered sum = 0;
    if (sliders & pos->by[us])
        sum += worth(survey, us, ROOK_BEHIND_PASSED, far);
    if (survey->occupied & stop)
        return sum + worth(survey, us, PASSED_BLOCKED + (pos->by[them] & stop ? 1 : 0), far);
    const uint64_t feared =
        sliders & pos->by[them] ? way : way & (survey->attacked[them] | pos->by[them]);
    if (!feared)
        sum += worth(survey, us, PASSED_FREE_PATH, far);
    else if (!(feared & stop))
        sum += worth(survey, us, PASSED_FREE_STEP, far);
    if ((survey->attacked[us] | (sliders & pos->by[us] ? way : 0)) & stop)
        sum += worth(survey, us, PASSED_SUPPORTED_STEP, far);
    return sum;
}

static tapered judge_side(struct survey *survey, rk_side us)
{
    tapered sum = 0;
    for (uint64_t set = survey->pawns->passed[us]; set; set = rest(set)) {
        const int square = first(set), row = relative_rank(us, square);
        sum += worth(survey, us, PASSED_PAWN + (unsigned)row, 1);
        sum += worth(survey, us, PASSED_FROM_EDGE, edge_distance(square & 7));
        if (survey->attacks[us][RK_PAWN] & bit(square))
            sum += worth(survey, us, PASSED_PROTECTED, 1);
        if (row < FAR)
            continue;
        const int far = row - FAR + 1;
        sum += judge_kings(survey, us, square + step_ahead(us), far);
        sum += judge_path(survey, us, square, far);
    }
    return sum;
}

tapered passers_judge(struct survey *survey)
{
    return judge_side(survey, RK_WHITE) - judge_side(survey, RK_BLACK);
}
