/* SPDX-License-Identifier: MIT */
#include "engine/see.h"

#include "rules/mode.h"
#include "rules/play.h"

enum { ROYAL = 20000 };

// Atomic: everything around is gone, the captor too.
static int blast_gain(const rk_position *pos, rk_move move, const int *values)
{
    const int from = rk_move_from(move), to = rk_move_to(move);
    const rk_side us = (rk_side)pos->turn;
    if (!(pos->by[other(us)] & bit(to)) && rk_move_what(move) != RK_EN_PASSANT)
        return 0;
    uint64_t blast = (step_attacks[to] & ~pos->of[RK_PAWN]) | bit(to) | bit(from);
    if (rk_move_what(move) == RK_EN_PASSANT)
        blast |= bit(to - step_ahead(us));
    int gain = 0;
    for (uint64_t set = blast & occupied(pos); set; set = rest(set)) {
        const rk_kind kind = kind_on(pos, first(set));
        const int value = kind == RK_KING ? ROYAL : values[kind];
        gain += pos->by[us] & bit(first(set)) ? -value : value;
    }
    return gain;
}

/* All that attack a square, of both sides, past the pieces `there`. */
RK_INLINE uint64_t attackers_on(const rk_position *pos, struct mode m, int square, uint64_t there)
{
    return attackers_of(pos, m, square, there, RK_WHITE) |
           attackers_of(pos, m, square, there, RK_BLACK);
}

// From the cheapest to the dearest; kings last.
static const rk_kind by_value[] = {RK_PAWN,  RK_KNIGHT, RK_BISHOP, RK_ROOK,
                                   RK_QUEEN, RK_AMAZON, RK_KING};

static rk_kind cheapest(const rk_position *pos, uint64_t set, uint64_t *piece)
{
    for (unsigned i = 0; i < sizeof by_value / sizeof *by_value; i++) {
        *piece = pos->of[by_value[i]] & set;
        if (*piece) {
            *piece &= -*piece;
            return by_value[i];
        }
    }
    return RK_NO_KIND;
}

/* `balance`: what the side that has just moved is ahead of the threshold, should the piece it moved
 * be lost. Sides take in turn; who cannot afford to has lost. */
RK_INLINE bool exchange(const rk_position *pos, struct mode m, int to, uint64_t there, int balance,
                        const int *values)
{
    const uint64_t diagonal = owners_of(pos, m, RK_DIAGONAL);
    const uint64_t straight = owners_of(pos, m, RK_STRAIGHT);
    uint64_t attackers = attackers_on(pos, m, to, there) & there;
    rk_side side = other(m.us);
    for (;;) {
        uint64_t piece;
        const rk_kind kind = cheapest(pos, attackers & pos->by[side], &piece);
        if (kind == RK_NO_KIND)
            break;
        if (kind == RK_KING && attackers & pos->by[other(side)])
            break; // a king may not take what is protected
        there ^= piece;
        attackers |=
            (diagonal_attacks(to, there) & diagonal) | (straight_attacks(to, there) & straight);
        attackers &= there;
        side = other(side);
        balance = -balance - 1 - values[kind];
        if (balance >= 0)
            break;
    }
    return side != m.us;
}

bool see_at_least(const rk_position *pos, rk_move move, int threshold, const int *values)
{
    const struct mode m = mode_of(pos);
    const unsigned what = rk_move_what(move);
    if (has_rule(m, RK_LOSER_WINS))
        return true;
    if (has_rule(m, RK_CAPTURES_EXPLODE))
        return blast_gain(pos, move, values) >= threshold;
    if (what == RK_CASTLING)
        return threshold <= 0;
    const int from = rk_move_from(move), to = rk_move_to(move);
    uint64_t there = occupied(pos) | bit(to);
    rk_kind moved = what == RK_DROP ? (rk_kind)from : kind_on(pos, from);
    int gain = pos->by[other(m.us)] & bit(to) ? values[kind_on(pos, to)] : 0;
    if (what != RK_DROP)
        there ^= bit(from);
    if (what == RK_EN_PASSANT) {
        there ^= bit(to - step_ahead(m.us));
        gain = values[RK_PAWN];
    }
    if (what >= RK_PROMOTION) {
        moved = (rk_kind)(what - RK_PROMOTION);
        gain += values[moved] - values[RK_PAWN];
    }
    int balance = gain - threshold; // if nobody takes back
    if (balance < 0)
        return false;
    balance -= values[moved];
    if (balance >= 0)
        return true;
    return is_standard(m)
               ? exchange(pos, (struct mode){m.us, RK_STANDARD}, to, there, balance, values)
               : exchange(pos, m, to, there, balance, values);
}
