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

/* Antichess: a side wins by losing its last piece, and a piece that can never be captured
 * stays. With bishops alone, that is one on squares of a colour where the other side has none. */
static bool can_lose_bishops(const rk_position *pos, rk_side side)
{
    const uint64_t own = pos->by[side], theirs = pos->by[other(side)];
    return !(own & LIGHT && !(theirs & LIGHT)) && !(own & ~LIGHT && !(theirs & ~LIGHT));
}

/* Antichess, one knight each: a knight changes the colour of its square with each move and
 * attacks only squares of the other colour. So only one side can ever capture: the one for which
 * the colours differ when it is to move. */
static bool can_lose_knight(const rk_position *pos, rk_side side)
{
    const bool differ = !(pos->by[RK_WHITE] & LIGHT) != !(pos->by[RK_BLACK] & LIGHT);
    const rk_side captor = differ ? (rk_side)pos->turn : other((rk_side)pos->turn);
    return captor == other(side);
}

static bool can_lose_all(const rk_position *pos, rk_side side)
{
    if (!pos->by[side] || !pos->by[other(side)])
        return !pos->by[side];
    if (!pieces_except(pos, 1 << RK_BISHOP))
        return can_lose_bishops(pos, side);
    if (!pieces_except(pos, 1 << RK_KNIGHT) && popcount(occupied(pos)) == 2)
        return can_lose_knight(pos, side);
    return true;
}

// ---- horde -----------------------------------------------------------------------------------

/* How many pieces a side has of each kind, without the king. */
struct force {
    int pawns, knights, dark_bishops, light_bishops, rooks, queens;
};

static struct force force_of(const rk_position *pos, rk_side side)
{
    const uint64_t own = pos->by[side], bishops = pos->of[RK_BISHOP] & own;
    return (struct force){.pawns = popcount(pos->of[RK_PAWN] & own),
                          .knights = popcount(pos->of[RK_KNIGHT] & own),
                          .dark_bishops = popcount(bishops & ~LIGHT),
                          .light_bishops = popcount(bishops & LIGHT),
                          .rooks = popcount(pos->of[RK_ROOK] & own),
                          .queens = popcount(pos->of[RK_QUEEN] & own)};
}

static int bishops_in(const struct force *force)
{
    return force->dark_bishops + force->light_bishops;
}

static int force_size(const struct force *force)
{
    return force->pawns + force->knights + bishops_in(force) + force->rooks + force->queens;
}

/* Two bishops on one colour do all that bishops can do there: a third adds nothing. */
static int useful_size(const struct force *force)
{
    const int dark = force->dark_bishops, light = force->light_bishops;
    return force_size(force) - (dark > 2 ? dark - 2 : 0) - (light > 2 ? light - 2 : 0);
}

/* The bishops of `defender` on squares that the bishops of `horde` cannot reach. */
static int opposite_bishops(const struct force *horde, const struct force *defender)
{
    return horde->light_bishops ? defender->dark_bishops : defender->light_bishops;
}

/* The pieces of `defender` that can block squares the bishops of `horde` cannot reach. */
static int opposite_blockers(const struct force *horde, const struct force *defender)
{
    return force_size(defender) - bishops_in(defender) + opposite_bishops(horde, defender);
}

// The king is in the corner, behind a pawn, a rook or two bishops that block its flight squares
// and cannot capture the queen.
static bool queen_can_mate(const struct force *defender)
{
    return defender->pawns || defender->rooks || defender->light_bishops >= 2 ||
           defender->dark_bishops >= 2;
}

// A back-rank mate: one piece beside the king must not reach the rank, the other not the rook.
static bool rook_can_mate(const struct force *defender)
{
    const int kinds = !!defender->pawns + !!defender->rooks + !!defender->knights;
    return defender->pawns >= 2 || kinds >= 2;
}

// A smothered mate: three pieces around a king in the corner, none of which captures the knight.
static bool knight_can_mate(const struct force *defender)
{
    const int men = force_size(defender);
    const int kinds =
        !!defender->pawns + !!defender->knights + !!bishops_in(defender) + !!defender->rooks;
    const bool fits = defender->knights >= 2 || defender->pawns >= 2 || kinds >= 2;
    // Bishops on one colour cannot surround the king: two other pieces are needed.
    const int same = defender->dark_bishops >= 2    ? defender->dark_bishops
                     : defender->light_bishops >= 2 ? defender->light_bishops
                                                    : 0;
    return men >= 3 && fits && (!same || men - same >= 2);
}

static bool lone_piece_can_mate(const struct force *horde, const struct force *defender)
{
    if (horde->pawns)
        return queen_can_mate(defender) || knight_can_mate(defender);
    if (horde->queens)
        return queen_can_mate(defender);
    if (horde->rooks)
        return rook_can_mate(defender);
    if (horde->knights)
        return knight_can_mate(defender);
    return defender->pawns + opposite_bishops(horde, defender) >= 2;
}

/* Two minor pieces, or a rook and a minor piece. Bishops on one colour count as two at most. */
static bool pair_can_mate(const struct force *horde, const struct force *defender)
{
    const int opposite = opposite_bishops(horde, defender);
    if (horde->rooks)
        return !bishops_in(horde) || opposite_blockers(horde, defender);
    if (horde->knights == 2)
        return defender->pawns || bishops_in(defender) || defender->knights;
    if (horde->knights)
        return defender->pawns || opposite || opposite_blockers(horde, defender) >= 2;
    if (horde->dark_bishops && horde->light_bishops)
        return defender->pawns || bishops_in(defender) ||
               (defender->knights && (defender->rooks || defender->queens));
    return defender->pawns + defender->knights + opposite >= 2;
}

/* Horde: can White mate with Black's help? Three pieces always can, and so can a queen, or a pawn
 * that becomes one, with another piece. Fewer need black pieces that block their king. */
static bool horde_can_mate(const rk_position *pos)
{
    const struct force horde = force_of(pos, RK_WHITE), defender = force_of(pos, RK_BLACK);
    const int size = useful_size(&horde);
    if (size >= 3 || (size == 2 && (horde.pawns || horde.queens)))
        return true;
    if (size == 2)
        return pair_can_mate(&horde, &defender);
    return size && lone_piece_can_mate(&horde, &defender);
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
        return can_lose_all(pos, side);
    if (has_rule(m, RK_WHITE_IS_HORDE))
        return side == RK_BLACK || horde_can_mate(pos);
    return can_mate(pos, side);
}
