/* SPDX-License-Identifier: MIT */
#include "engine/pieces.h"

#include "rules/attacks.h"

#define CENTRE_FILES (FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5)
#define CENTRE       HILL

static void add_attacks(struct evalinfo *info, rk_side us, rk_kind kind, uint64_t set)
{
    info->attacked_twice[us] |= info->attacked[us] & set;
    info->attacked[us] |= set;
    info->attacks[us][kind] |= set;
}

// Pieces that stand alone between their king and an enemy slider.
static uint64_t find_pinned(const struct evalinfo *info, rk_side us)
{
    const rk_position *pos = info->pos;
    const int king = info->king[us];
    const uint64_t theirs = pos->by[other(us)], queens = pos->of[RK_QUEEN];
    uint64_t pinners = straight_rays[king] & theirs & (pos->of[RK_ROOK] | queens), pinned = 0;
    pinners |= diagonal_rays[king] & theirs & (pos->of[RK_BISHOP] | queens);
    for (; pinners; pinners = without_lsb(pinners)) {
        const uint64_t between = path[king][lsb(pinners)] & info->occupied & ~bit(lsb(pinners));
        if (between && !without_lsb(between))
            pinned |= between & pos->by[us];
    }
    return pinned;
}

static void prepare_side(struct evalinfo *info, rk_side us)
{
    const rk_position *pos = info->pos;
    const rk_side them = other(us);
    const uint64_t pawns = info->pawns->pawns[us], blocked = ahead(them, info->occupied);
    const int king = info->king[us];
    const int file = (king & 7) < 1 ? 1 : (king & 7) > 6 ? 6 : king & 7;
    const int row = king >> 3 < 1 ? 1 : king >> 3 > 6 ? 6 : king >> 3;
    const int middle = row << 3 | file;
    const uint64_t left = ahead_to_a(us, pawns), right = ahead_to_h(us, pawns);
    info->pinned[us] = find_pinned(info, us);
    info->mobility_area[us] = ~(info->pawns->attacks[them] | (pos->by[us] & pos->of[RK_KING]) |
                                (pawns & (blocked | rank(us, 2) | rank(us, 3))));
    info->king_ring[us] = (step_attacks[middle] | bit(middle)) & ~(left & right);
    info->attacked_twice[us] = left & right;
    info->attacked[us] = info->attacks[us][RK_PAWN] = left | right;
    add_attacks(info, us, RK_KING, step_attacks[king]);
}

void pieces_prepare(struct evalinfo *info)
{
    prepare_side(info, RK_WHITE);
    prepare_side(info, RK_BLACK);
}

// X-ray: bishops see through queens, rooks through queens and their own rooks.
RK_INLINE uint64_t reach_of(const struct evalinfo *info, rk_side us, rk_kind kind, int square)
{
    const rk_position *pos = info->pos;
    uint64_t blockers = info->occupied, reach;
    if (kind == RK_BISHOP)
        blockers ^= pos->of[RK_QUEEN];
    if (kind == RK_ROOK)
        blockers ^= pos->of[RK_QUEEN] | (pos->of[RK_ROOK] & pos->by[us]);
    reach = attacks(kind, square, blockers);
    if (unlikely(info->pinned[us] & bit(square))) {
        const int king = info->king[us];
        reach &= straight_rays[king] & bit(square) ? straight_rays[king] & straight_rays[square]
                                                   : diagonal_rays[king] & diagonal_rays[square];
    }
    return reach;
}

RK_INLINE tapered evaluate_minor(struct evalinfo *info, rk_side us, rk_kind kind, int square,
                                 uint64_t reach)
{
    const rk_side them = other(us);
    const struct pawn_entry *pawns = info->pawns;
    const uint64_t outposts =
        (rank(us, 4) | rank(us, 5) | rank(us, 6)) & pawns->attacks[us] & ~pawns->attack_spans[them];
    tapered sum = 0;
    if (outposts & bit(square))
        sum += bonus(info, us, OUTPOST + (kind == RK_KNIGHT ? 0 : 1), 1);
    else if (outposts & reach & ~info->pos->by[us])
        sum += bonus(info, us, REACHABLE_OUTPOST + (kind == RK_KNIGHT ? 0 : 1), 1);
    if (ahead(them, info->pos->of[RK_PAWN]) & bit(square))
        sum += bonus(info, us, MINOR_BEHIND_PAWN, 1);
    sum += bonus(info, us, MINOR_KING_DISTANCE + (kind == RK_KNIGHT ? 0 : 1),
                 distance(square, info->king[us]));
    if (kind == RK_BISHOP) {
        const uint64_t colour = LIGHT & bit(square) ? LIGHT : ~LIGHT;
        const uint64_t stuck = pawns->pawns[us] & ahead(them, info->occupied) & CENTRE_FILES;
        sum += bonus(info, us, BISHOP_PAWNS,
                     popcount(pawns->pawns[us] & colour) * (1 + popcount(stuck)));
        const uint64_t through = diagonal_attacks(square, info->pos->of[RK_PAWN]);
        if (without_lsb(through & CENTRE))
            sum += bonus(info, us, LONG_DIAGONAL_BISHOP, 1);
    }
    return sum;
}

RK_INLINE tapered evaluate_rook(struct evalinfo *info, rk_side us, int square, uint64_t reach)
{
    const rk_side them = other(us);
    const struct pawn_entry *pawns = info->pawns;
    const unsigned file = 1U << (square & 7);
    tapered sum = 0;
    if (pawns->open_files[us] & file)
        sum += bonus(info, us, ROOK_ON_OPEN_FILE + (pawns->open_files[them] & file ? 0 : 1), 1);
    else if (popcount(reach & info->mobility_area[us]) <= 3) {
        const int king = info->king[us] & 7;
        if ((king < 4) == ((square & 7) < king))
            sum += bonus(info, us, TRAPPED_ROOK, info->pos->castling & rank(us, 1) ? 1 : 2);
    }
    if (relative_rank(us, square) == 6 &&
        (relative_rank(us, info->king[them]) == 7 || pawns->pawns[them] & rank(us, 7)))
        sum += bonus(info, us, ROOK_ON_SEVENTH, 1);
    return sum;
}

// A pin or discovered attack on the queen: one piece stands between it and an enemy slider.
RK_INLINE tapered evaluate_queen(struct evalinfo *info, rk_side us, int square)
{
    const rk_position *pos = info->pos;
    const uint64_t theirs = pos->by[other(us)];
    uint64_t sliders = straight_rays[square] & theirs & pos->of[RK_ROOK];
    sliders |= diagonal_rays[square] & theirs & pos->of[RK_BISHOP];
    for (; sliders; sliders = without_lsb(sliders)) {
        const uint64_t between = path[square][lsb(sliders)] & info->occupied & ~bit(lsb(sliders));
        if (between && !without_lsb(between))
            return bonus(info, us, WEAK_QUEEN, 1);
    }
    return 0;
}

RK_INLINE tapered evaluate_kind(struct evalinfo *info, rk_side us, rk_kind kind, unsigned mobility)
{
    const rk_side them = other(us);
    const rk_position *pos = info->pos;
    tapered sum = 0;
    for (uint64_t set = pos->of[kind] & pos->by[us]; set; set = without_lsb(set)) {
        const int square = lsb(set);
        const uint64_t reach = reach_of(info, us, kind, square);
        add_attacks(info, us, kind, reach);
        sum += bonus(info, us, mobility + (unsigned)popcount(reach & info->mobility_area[us]), 1);
        if (reach & info->king_ring[them]) {
            info->king_attackers[them]++;
            add_danger(info, them, DANGER_ATTACKER + (unsigned)kind - RK_KNIGHT, 1);
            add_danger(info, them, DANGER_KING_ATTACK,
                       popcount(reach & step_attacks[info->king[them]]));
        }
        if (kind == RK_KNIGHT || kind == RK_BISHOP)
            sum += evaluate_minor(info, us, kind, square, reach);
        if (kind == RK_ROOK)
            sum += evaluate_rook(info, us, square, reach);
        if (kind == RK_QUEEN)
            sum += evaluate_queen(info, us, square);
    }
    return sum;
}

RK_INLINE tapered evaluate_pieces(struct evalinfo *info, rk_side us)
{
    return evaluate_kind(info, us, RK_KNIGHT, KNIGHT_MOBILITY) +
           evaluate_kind(info, us, RK_BISHOP, BISHOP_MOBILITY) +
           evaluate_kind(info, us, RK_ROOK, ROOK_MOBILITY) +
           evaluate_kind(info, us, RK_QUEEN, QUEEN_MOBILITY);
}

tapered pieces_evaluate(struct evalinfo *info)
{
    return evaluate_pieces(info, RK_WHITE) - evaluate_pieces(info, RK_BLACK);
}
