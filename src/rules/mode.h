/* SPDX-License-Identifier: MIT */
/* The side to move and the variant. Both are compile-time constants where speed
 * matters, so that tests for rules the variant does not have fold away. */
#ifndef RULES_MODE_H
#define RULES_MODE_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/position.h"
#include "rules/attacks.h"
#include "rules/bits.h"

struct mode {
    rk_side us;
    rk_variant variant;
};

struct variant_row {
    unsigned kinds, promotions, rules;
};

static const struct variant_row variant_rows[RK_VARIANT_COUNT] = {
#define ROW(variant, name, kinds, promotions, rules, start) [variant] = {kinds, promotions, rules},
#include "rookery/variants.def"
};

RK_INLINE bool has_rule(struct mode m, unsigned rules)
{
    return variant_rows[m.variant].rules & rules;
}

/* Returns true for variants with the rules and pieces of standard chess (Chess960). */
RK_INLINE bool is_standard(struct mode m)
{
    const struct variant_row *row = &variant_rows[m.variant],
                             *standard = &variant_rows[RK_STANDARD];
    return row->kinds == standard->kinds && row->promotions == standard->promotions &&
           row->rules == standard->rules;
}

/* Returns true for Chess960, which uses the instances of standard chess. */
RK_INLINE bool shares_standard(struct mode m)
{
    return m.variant != RK_STANDARD && is_standard(m);
}

RK_INLINE struct mode mode_of(const rk_position *pos)
{
    return (struct mode){(rk_side)pos->turn, (rk_variant)pos->variant};
}

RK_INLINE struct mode reply_mode(struct mode m)
{
    return (struct mode){other(m.us), m.variant};
}

/* Returns true if a side has one king that it may not leave in check. */
RK_INLINE bool is_royal(struct mode m, rk_side side)
{
    return !has_rule(m, RK_LOSER_WINS) && !(has_rule(m, RK_WHITE_IS_HORDE) && side == RK_WHITE);
}

/* Returns the pieces of both sides that have a movement. It compiles to a few ORs. */
RK_INLINE uint64_t pieces_with_movement(const rk_position *pos, struct mode m, unsigned movement)
{
    const unsigned kinds = variant_rows[m.variant].kinds;
    uint64_t set = 0;
#define ROW(kind, letter, owned, name) \
    set |= kinds >> (kind)&1 && movement & (owned) ? pos->of[kind] : 0;
#include "rookery/kinds.def"
    return set;
}

RK_INLINE uint64_t occupied(const rk_position *pos)
{
    return pos->by[RK_WHITE] | pos->by[RK_BLACK];
}

/* Returns the pieces of `them` that attack a square, given the occupied squares. Attacks
 * other than a pawn's are symmetric, so this looks from the square outwards. */
RK_INLINE uint64_t attackers_of(const rk_position *pos, struct mode m, int square,
                                uint64_t occupancy, rk_side them)
{
    const uint64_t found =
        (diagonal_attacks(square, occupancy) & pieces_with_movement(pos, m, RK_DIAGONAL)) |
        (straight_attacks(square, occupancy) & pieces_with_movement(pos, m, RK_STRAIGHT)) |
        (leap_attacks[square] & pieces_with_movement(pos, m, RK_LEAPS)) |
        (step_attacks[square] & pieces_with_movement(pos, m, RK_STEPS)) |
        (pawn_attacks(other(them), bit(square)) & pos->of[RK_PAWN]);
    return found & pos->by[them];
}

/* Returns the king of a side; empty in atomic chess after it exploded. */
RK_INLINE uint64_t king_of(const rk_position *pos, rk_side side)
{
    return pos->of[RK_KING] & pos->by[side];
}

/* Atomic: adjacent kings cannot be in check, because capturing one would explode both. */
RK_INLINE bool kings_touch(const rk_position *pos, int square, rk_side them)
{
    return step_attacks[square] & king_of(pos, them);
}

/* Returns the pieces that give check to the side to move. */
RK_INLINE uint64_t checkers_of(const rk_position *pos, struct mode m)
{
    if (!is_royal(m, m.us) || !king_of(pos, m.us))
        return 0;
    const int king = lsb(king_of(pos, m.us));
    if (has_rule(m, RK_CAPTURES_EXPLODE) && kings_touch(pos, king, other(m.us)))
        return 0;
    return attackers_of(pos, m, king, occupied(pos), other(m.us));
}

#endif
