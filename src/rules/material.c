/* SPDX-License-Identifier: MIT */
#include "rules/material.h"

#include "rules/mode.h"

static uint64_t pieces_except(const rk_position *pos, unsigned kinds)
{
    uint64_t set = occupied(pos);
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        if (kinds >> kind & 1)
            set &= ~pos->of[kind];
    return set;
}

static bool on_one_colour(uint64_t bishops)
{
    return !(bishops & LIGHT) || !(bishops & ~LIGHT);
}

/* Mating material in standard chess, with the opponent's help: a lone knight needs an
 * enemy piece that blocks its king; bishops of one colour need a piece that can occupy
 * the other colour. */
static bool can_mate(const rk_position *pos, rk_side side)
{
    const uint64_t own = pos->by[side], theirs = pos->by[other(side)];
    if (pieces_except(pos, 1 << RK_KING | 1 << RK_KNIGHT | 1 << RK_BISHOP) & own)
        return true;
    const uint64_t knights = pos->of[RK_KNIGHT] & own, bishops = pos->of[RK_BISHOP] & own;
    if (!knights && !bishops)
        return false;
    if (knights && !without_lsb(knights) && !bishops)
        return pieces_except(pos, 1 << RK_KING | 1 << RK_QUEEN | 1 << RK_AMAZON) & theirs;
    if (knights)
        return true;
    return !on_one_colour(pos->of[RK_BISHOP]) || pos->of[RK_PAWN] || pos->of[RK_KNIGHT];
}

/* Atomic: a side wins if it can capture something next to the king. */
static bool can_explode_king(const rk_position *pos, rk_side side)
{
    const uint64_t own = pos->by[side] & ~pos->of[RK_KING];
    const uint64_t theirs = pos->by[other(side)] & ~pos->of[RK_KING];
    if (!king_of(pos, other(side)))
        return true;
    if (!own)
        return false;
    // A capture next to the king is possible unless only bishops of different colours are left.
    if (theirs) {
        if (pieces_except(pos, 1 << RK_KING | 1 << RK_BISHOP))
            return true;
        return !(on_one_colour(own) && on_one_colour(theirs) &&
                 !(own & LIGHT) == !!(theirs & LIGHT));
    }
    // A bare king has nothing to capture, so it must be mated.
    if (own & (pos->of[RK_QUEEN] | pos->of[RK_PAWN]))
        return true;
    if (!(own & ~pos->of[RK_KNIGHT]))
        return popcount(own) > 2;
    return popcount(own) > 1;
}

/* Antichess: bishops of different colours can never capture each other. */
static bool can_lose_all(const rk_position *pos)
{
    if (pieces_except(pos, 1 << RK_BISHOP))
        return true;
    const uint64_t white = pos->by[RK_WHITE], black = pos->by[RK_BLACK];
    return !(on_one_colour(white) && on_one_colour(black) && !(white & LIGHT) == !!(black & LIGHT));
}

/* Horde: four pieces can always mate with the opponent's help. Fewer need a pawn or a
 * queen with another piece, or enough enemy pieces around the king. */
static bool horde_can_mate(const rk_position *pos)
{
    const uint64_t horde = pos->by[RK_WHITE], men = pos->by[RK_BLACK] & ~pos->of[RK_KING];
    const uint64_t strong = horde & (pos->of[RK_PAWN] | pos->of[RK_QUEEN]);
    const uint64_t rooks = horde & pos->of[RK_ROOK];
    if (popcount(horde) >= 4 || (strong && without_lsb(horde)))
        return true;
    if (popcount(horde) >= 2 && men)
        return true;
    // Three pieces mate a bare king with a rook, bishops of both colours, three knights, or knight
    // and bishop.
    if (popcount(horde) == 3)
        return rooks || !on_one_colour(horde & pos->of[RK_BISHOP]) ||
               popcount(horde & pos->of[RK_KNIGHT]) == 3 ||
               (horde & pos->of[RK_KNIGHT] && horde & pos->of[RK_BISHOP]);
    if (popcount(horde) == 2)
        return rooks && !(horde & pos->of[RK_BISHOP]);
    const uint64_t blockers = men & (pos->of[RK_PAWN] | pos->of[RK_ROOK]);
    if (strong)
        return blockers || popcount(men & pos->of[RK_BISHOP]) >= 2 || popcount(men) >= 3;
    return popcount(men) >= 2;
}

bool material_can_win(const rk_position *pos, rk_side side)
{
    const struct mode m = {side, (rk_variant)pos->variant};
    if (has_rule(m, RK_HILL_WINS | RK_CAPTURES_DROP | RK_KINGS_RACE))
        return true;
    if (has_rule(m, RK_CHECKS_COUNT))
        return pos->by[side] & ~pos->of[RK_KING];
    if (has_rule(m, RK_CAPTURES_EXPLODE))
        return can_explode_king(pos, side);
    if (has_rule(m, RK_LOSER_WINS))
        return can_lose_all(pos);
    if (has_rule(m, RK_WHITE_IS_HORDE))
        return side == RK_BLACK || horde_can_mate(pos);
    return can_mate(pos, side);
}
