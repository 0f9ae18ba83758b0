/* SPDX-License-Identifier: MIT */
/* Finds moves that give check before they are played. Castling, en passant and explosions are not
 * examined: it is good enough to order and prune moves. */
#ifndef ENGINE_CHECKS_H
#define ENGINE_CHECKS_H

#include "rules/mode.h"

struct checks {
    uint64_t from[RK_KIND_COUNT]; /* squares from which each kind would give check */
    uint64_t discoverers;         /* our pieces whose move may discover a check */
    int king;
};

RK_INLINE uint64_t find_discoverers(const rk_position *pos, struct mode m, int king)
{
    const uint64_t own = pos->by[m.us];
    uint64_t sliders = (straight_rays[king] & pieces_with_movement(pos, m, RK_STRAIGHT) & own) |
                       (diagonal_rays[king] & pieces_with_movement(pos, m, RK_DIAGONAL) & own);
    uint64_t found = 0;
    for (; sliders; sliders = without_lsb(sliders)) {
        const uint64_t slider = sliders & -sliders;
        const uint64_t between = path[king][lsb(slider)] & occupied(pos) & ~slider;
        if (between && !without_lsb(between))
            found |= between & own;
    }
    return found;
}

RK_INLINE struct checks checks_of(const rk_position *pos, struct mode m)
{
    const uint64_t kings = king_of(pos, other(m.us));
    struct checks checks = {.king = RK_NO_SQUARE};
    if (!kings || !is_royal(m, other(m.us)))
        return checks;
    const int king = checks.king = lsb(kings);
    const uint64_t diagonal = diagonal_attacks(king, occupied(pos));
    const uint64_t straight = straight_attacks(king, occupied(pos));
    checks.from[RK_PAWN] = pawn_attacks(other(m.us), bit(king));
    checks.from[RK_KNIGHT] = leap_attacks[king];
    checks.from[RK_BISHOP] = diagonal;
    checks.from[RK_ROOK] = straight;
    checks.from[RK_QUEEN] = diagonal | straight;
    checks.from[RK_AMAZON] = diagonal | straight | leap_attacks[king];
    checks.discoverers = find_discoverers(pos, m, king);
    return checks;
}

/* `kind` is that of the piece that moves. */
RK_INLINE bool gives_check(const struct checks *checks, rk_move move, rk_kind kind)
{
    const int from = rk_move_from(move), to = rk_move_to(move);
    const rk_kind becomes = rk_move_promotion(move);
    if (checks->from[becomes == RK_NO_KIND ? kind : becomes] & bit(to))
        return true;
    return rk_move_type(move) != RK_DROP && checks->discoverers & bit(from) &&
           !(path[checks->king][from] & bit(to)) && !(path[checks->king][to] & bit(from));
}

#endif
