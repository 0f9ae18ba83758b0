/* SPDX-License-Identifier: MIT */
#include "engine/pieces.h"

#include "rules/attacks.h"

#define CENTRE_FILES (FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5)
#define CENTRE       HILL

static void mark(struct survey *survey, rk_side us, rk_kind kind, uint64_t set)
{
    survey->twice[us] |= survey->attacked[us] & set;
    survey->attacked[us] |= set;
    survey->attacks[us][kind] |= set;
}

// The pieces alone on a line between their king and a slider of the enemy.
static uint64_t find_pinned(const struct survey *survey, rk_side us)
{
    const rk_position *pos = survey->pos;
    const int king = survey->king[us];
    const uint64_t theirs = pos->by[other(us)], queens = pos->of[RK_QUEEN];
    uint64_t pinners = straight_rays[king] & theirs & (pos->of[RK_ROOK] | queens), pinned = 0;
    pinners |= diagonal_rays[king] & theirs & (pos->of[RK_BISHOP] | queens);
    for (; pinners; pinners = rest(pinners)) {
        const uint64_t between =
            path[king][first(pinners)] & survey->occupied & ~bit(first(pinners));
        if (between && !rest(between))
            pinned |= between & pos->by[us];
    }
    return pinned;
}

static void prepare_side(struct survey *survey, rk_side us)
{
    const rk_position *pos = survey->pos;
    const rk_side them = other(us);
    const uint64_t pawns = survey->pawns->pawns[us], blocked = ahead(them, survey->occupied);
    const int king = survey->king[us];
    const int file = (king & 7) < 1 ? 1 : (king & 7) > 6 ? 6 : king & 7;
    const int row = king >> 3 < 1 ? 1 : king >> 3 > 6 ? 6 : king >> 3;
    const int middle = row << 3 | file;
    const uint64_t left = ahead_to_a(us, pawns), right = ahead_to_h(us, pawns);
    survey->pinned[us] = find_pinned(survey, us);
    survey->area[us] = ~(survey->pawns->attacks[them] | (pos->by[us] & pos->of[RK_KING]) |
                         (pawns & (blocked | rank(us, 2) | rank(us, 3))));
    survey->ring[us] = (step_attacks[middle] | bit(middle)) & ~(left & right);
    survey->twice[us] = left & right;
    survey->attacked[us] = survey->attacks[us][RK_PAWN] = left | right;
    mark(survey, us, RK_KING, step_attacks[king]);
}

void pieces_prepare(struct survey *survey)
{
    prepare_side(survey, RK_WHITE);
    prepare_side(survey, RK_BLACK);
}

// Sliders see through the pieces that slide with them.
RK_INLINE uint64_t reach_of(const struct survey *survey, rk_side us, rk_kind kind, int square)
{
    const rk_position *pos = survey->pos;
    uint64_t in_the_way = survey->occupied, reach;
    if (kind == RK_BISHOP)
        in_the_way ^= pos->of[RK_QUEEN];
    if (kind == RK_ROOK)
        in_the_way ^= pos->of[RK_QUEEN] | (pos->of[RK_ROOK] & pos->by[us]);
    reach = attacks(kind, square, in_the_way);
    if (seldom(survey->pinned[us] & bit(square))) {
        const int king = survey->king[us];
        reach &= straight_rays[king] & bit(square) ? straight_rays[king] & straight_rays[square]
                                                   : diagonal_rays[king] & diagonal_rays[square];
    }
    return reach;
}

RK_INLINE tapered judge_minor(struct survey *survey, rk_side us, rk_kind kind, int square,
                              uint64_t reach)
{
    const rk_side them = other(us);
    const struct pawn_entry *pawns = survey->pawns;
    const uint64_t outposts =
        (rank(us, 4) | rank(us, 5) | rank(us, 6)) & pawns->attacks[us] & ~pawns->spans[them];
    tapered sum = 0;
    if (outposts & bit(square))
        sum += worth(survey, us, OUTPOST + (kind == RK_KNIGHT ? 0 : 1), 1);
    else if (outposts & reach & ~survey->pos->by[us])
        sum += worth(survey, us, REACHABLE_OUTPOST + (kind == RK_KNIGHT ? 0 : 1), 1);
    if (ahead(them, survey->pos->of[RK_PAWN]) & bit(square))
        sum += worth(survey, us, MINOR_BEHIND_PAWN, 1);
    sum += worth(survey, us, MINOR_FROM_KING + (kind == RK_KNIGHT ? 0 : 1),
                 distance(square, survey->king[us]));
    if (kind == RK_BISHOP) {
        const uint64_t colour = LIGHT & bit(square) ? LIGHT : ~LIGHT;
        const uint64_t stuck = pawns->pawns[us] & ahead(them, survey->occupied) & CENTRE_FILES;
        sum += worth(survey, us, BISHOP_WITH_PAWNS,
                     count(pawns->pawns[us] & colour) * (1 + count(stuck)));
        const uint64_t through = diagonal_attacks(square, survey->pos->of[RK_PAWN]);
        if (rest(through & CENTRE))
            sum += worth(survey, us, BISHOP_THROUGH_CENTRE, 1);
    }
    return sum;
}

RK_INLINE tapered judge_rook(struct survey *survey, rk_side us, int square, uint64_t reach)
{
    const rk_side them = other(us);
    const struct pawn_entry *pawns = survey->pawns;
    const unsigned file = 1U << (square & 7);
    tapered sum = 0;
    if (pawns->open_files[us] & file)
        sum += worth(survey, us, ROOK_ON_OPEN_FILE + (pawns->open_files[them] & file ? 0 : 1), 1);
    else if (count(reach & survey->area[us]) <= 3) {
        const int king = survey->king[us] & 7;
        if ((king < 4) == ((square & 7) < king))
            sum += worth(survey, us, TRAPPED_ROOK, survey->pos->castling & rank(us, 1) ? 1 : 2);
    }
    if (relative_rank(us, square) == 6 &&
        (relative_rank(us, survey->king[them]) == 7 || pawns->pawns[them] & rank(us, 7)))
        sum += worth(survey, us, ROOK_ON_SEVENTH, 1);
    return sum;
}

// The queen stands on a line with a slider, with one piece between: it may have to run.
RK_INLINE tapered judge_queen(struct survey *survey, rk_side us, int square)
{
    const rk_position *pos = survey->pos;
    const uint64_t theirs = pos->by[other(us)];
    uint64_t sliders = straight_rays[square] & theirs & pos->of[RK_ROOK];
    sliders |= diagonal_rays[square] & theirs & pos->of[RK_BISHOP];
    for (; sliders; sliders = rest(sliders)) {
        const uint64_t between =
            path[square][first(sliders)] & survey->occupied & ~bit(first(sliders));
        if (between && !rest(between))
            return worth(survey, us, QUEEN_ON_LINE, 1);
    }
    return 0;
}

RK_INLINE tapered judge_kind(struct survey *survey, rk_side us, rk_kind kind, unsigned mobility)
{
    const rk_side them = other(us);
    const rk_position *pos = survey->pos;
    tapered sum = 0;
    for (uint64_t set = pos->of[kind] & pos->by[us]; set; set = rest(set)) {
        const int square = first(set);
        const uint64_t reach = reach_of(survey, us, kind, square);
        mark(survey, us, kind, reach);
        sum += worth(survey, us, mobility + (unsigned)count(reach & survey->area[us]), 1);
        if (reach & survey->ring[them]) {
            survey->attackers[them]++;
            endanger(survey, them, DANGER_ATTACKER + (unsigned)kind - RK_KNIGHT, 1);
            endanger(survey, them, DANGER_TOUCH, count(reach & step_attacks[survey->king[them]]));
        }
        if (kind == RK_KNIGHT || kind == RK_BISHOP)
            sum += judge_minor(survey, us, kind, square, reach);
        if (kind == RK_ROOK)
            sum += judge_rook(survey, us, square, reach);
        if (kind == RK_QUEEN)
            sum += judge_queen(survey, us, square);
    }
    return sum;
}

RK_INLINE tapered judge_side(struct survey *survey, rk_side us)
{
    return judge_kind(survey, us, RK_KNIGHT, KNIGHT_MOBILITY) +
           judge_kind(survey, us, RK_BISHOP, BISHOP_MOBILITY) +
           judge_kind(survey, us, RK_ROOK, ROOK_MOBILITY) +
           judge_kind(survey, us, RK_QUEEN, QUEEN_MOBILITY);
}

tapered pieces_judge(struct survey *survey)
{
    return judge_side(survey, RK_WHITE) - judge_side(survey, RK_BLACK);
}
