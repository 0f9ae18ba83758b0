/* SPDX-License-Identifier: MIT */
#include "engine/see.h"

#include "rules/mode.h"
#include "rules/play.h"

enum { KING_VALUE = 20000 };

// Atomic: all pieces around the target are removed, and the capturing piece too.
static int explosion_gain(const rk_position *pos, rk_move move, const int *values)
{
    const int from = rk_move_from(move), to = rk_move_to(move);
    const rk_side us = (rk_side)pos->turn;
    if (!(pos->by[other(us)] & bit(to)) && rk_move_type(move) != RK_EN_PASSANT)
        return 0;
    uint64_t exploded = (step_attacks[to] & ~pos->of[RK_PAWN]) | bit(to) | bit(from);
    if (rk_move_type(move) == RK_EN_PASSANT)
        exploded |= bit(to - step_ahead(us));
    int gain = 0;
    for (uint64_t set = exploded & occupied(pos); set; set = without_lsb(set)) {
        const rk_kind kind = kind_on(pos, lsb(set));
        const int value = kind == RK_KING ? KING_VALUE : values[kind];
        gain += pos->by[us] & bit(lsb(set)) ? -value : value;
    }
    return gain;
}

/* The pieces of both sides that attack a square, given the occupied squares. */
RK_INLINE uint64_t attackers_on(const rk_position *pos, struct mode m, int square,
                                uint64_t occupancy)
{
    return attackers_of(pos, m, square, occupancy, RK_WHITE) |
           attackers_of(pos, m, square, occupancy, RK_BLACK);
}

// The least valuable first; kings last.
static const rk_kind by_value[] = {RK_PAWN,  RK_KNIGHT, RK_BISHOP, RK_ROOK,
                                   RK_QUEEN, RK_AMAZON, RK_KING};

static rk_kind least_valuable(const rk_position *pos, uint64_t set, uint64_t *piece)
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

/* `balance` is by how much the side that has just moved exceeds the threshold if it loses the piece
 * it moved. The sides capture in turn until one of them cannot gain by it. */
RK_INLINE bool exchange(const rk_position *pos, struct mode m, int to, uint64_t occupancy,
                        int balance, const int *values)
{
    const uint64_t diagonal = pieces_with_movement(pos, m, RK_DIAGONAL);
    const uint64_t straight = pieces_with_movement(pos, m, RK_STRAIGHT);
    uint64_t attackers = attackers_on(pos, m, to, occupancy) & occupancy;
    rk_side side = other(m.us);
    for (;;) {
        uint64_t piece;
        const rk_kind kind = least_valuable(pos, attackers & pos->by[side], &piece);
        if (kind == RK_NO_KIND)
            break;
        if (kind == RK_KING && attackers & pos->by[other(side)])
            break; // a king may not capture a protected piece
        occupancy ^= piece;
        attackers |= (diagonal_attacks(to, occupancy) & diagonal) |
                     (straight_attacks(to, occupancy) & straight);
        attackers &= occupancy;
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
    const unsigned type = rk_move_type(move);
    if (has_rule(m, RK_LOSER_WINS))
        return true;
    if (has_rule(m, RK_CAPTURES_EXPLODE))
        return explosion_gain(pos, move, values) >= threshold;
    if (type == RK_CASTLING)
        return threshold <= 0;
    const int from = rk_move_from(move), to = rk_move_to(move);
    uint64_t occupancy = occupied(pos) | bit(to);
    rk_kind moved = type == RK_DROP ? (rk_kind)from : kind_on(pos, from);
    int gain = pos->by[other(m.us)] & bit(to) ? values[kind_on(pos, to)] : 0;
    if (type != RK_DROP)
        occupancy ^= bit(from);
    if (type == RK_EN_PASSANT) {
        occupancy ^= bit(to - step_ahead(m.us));
        gain = values[RK_PAWN];
    }
    if (type >= RK_PROMOTION) {
        moved = (rk_kind)(type - RK_PROMOTION);
        gain += values[moved] - values[RK_PAWN];
    }
    int balance = gain - threshold; // if the piece is not recaptured
    if (balance < 0)
        return false;
    balance -= values[moved];
    if (balance >= 0)
        return true;
    return is_standard(m)
               ? exchange(pos, (struct mode){m.us, RK_STANDARD}, to, occupancy, balance, values)
               : exchange(pos, m, to, occupancy, balance, values);
}
