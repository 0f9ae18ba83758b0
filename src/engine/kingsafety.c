/* SPDX-License-Identifier: MIT */
#include "engine/kingsafety.h"

#include "base/minmax.h"
#include "engine/pawns.h"
#include "rules/attacks.h"

enum { ATTACKERS_MAX = 5 };

/* Squares from which each kind could give check, safely or not. */
struct check_squares {
    uint64_t safe[RK_KIND_COUNT], unsafe;
};

static void find_check_squares(const struct evalinfo *info, rk_side us, uint64_t safe,
                               struct check_squares *out)
{
    const rk_side them = other(us);
    const uint64_t(*attacks_of)[RK_KIND_COUNT] = info->attacks;
    const uint64_t queen = info->pos->of[RK_QUEEN] & info->pos->by[us];
    const uint64_t blockers = info->occupied ^ queen;
    const uint64_t straight = straight_attacks(info->king[us], blockers);
    const uint64_t diagonal = diagonal_attacks(info->king[us], blockers);
    const uint64_t rooks = straight & attacks_of[them][RK_ROOK];
    const uint64_t bishops = diagonal & attacks_of[them][RK_BISHOP];
    const uint64_t knights = leap_attacks[info->king[us]] & attacks_of[them][RK_KNIGHT];
    out->safe[RK_ROOK] = rooks & safe;
    out->safe[RK_QUEEN] = (straight | diagonal) & attacks_of[them][RK_QUEEN] & safe &
                          ~attacks_of[us][RK_QUEEN] & ~out->safe[RK_ROOK];
    out->safe[RK_BISHOP] = bishops & safe & ~out->safe[RK_QUEEN];
    out->safe[RK_KNIGHT] = knights & safe;
    out->unsafe = ((rooks | bishops | knights) & ~safe) & ~info->pos->by[them];
}

static uint64_t flank_of(int king)
{
    const uint64_t left = FILE_A | FILE_A << 1 | FILE_A << 2;
    const int file = king & 7;
    return file < 3   ? left | FILE_A << 3
           : file < 5 ? left << 2 | FILE_A << 5
                      : left << 5 | FILE_H >> 3;
}

/* The danger to the king of `us`. Its effect is quadratic in the middlegame. */
static int sum_danger(struct evalinfo *info, rk_side us)
{
    const rk_side them = other(us);
    const rk_position *pos = info->pos;
    const uint64_t weak =
        info->attacked[them] & ~info->attacked_twice[us] &
        (~info->attacked[us] | info->attacks[us][RK_KING] | info->attacks[us][RK_QUEEN]);
    const uint64_t safe =
        ~pos->by[them] & (~info->attacked[us] | (weak & info->attacked_twice[them]));
    struct check_squares checks;
    find_check_squares(info, us, safe, &checks);
    for (unsigned kind = RK_KNIGHT; kind <= RK_QUEEN; kind++)
        if (checks.safe[kind])
            add_danger(info, us,
                       DANGER_SAFE_CHECK + (kind - RK_KNIGHT) * 2 +
                           (without_lsb(checks.safe[kind]) ? 1 : 0),
                       1);
    add_danger(info, us, DANGER_UNSAFE_CHECK, popcount(checks.unsafe));
    const int attackers = info->king_attackers[us];
    add_danger(info, us, DANGER_ATTACKERS + (unsigned)min_int(attackers, ATTACKERS_MAX), 1);
    add_danger(info, us, DANGER_WEAK_RING, popcount(weak & info->king_ring[us]));
    add_danger(info, us, DANGER_PINNED, popcount(info->pinned[us]));
    const uint64_t camp = flank_of(info->king[us]) & ~ranks_ahead(us, us == RK_WHITE ? 32 : 24);
    const uint64_t pressure = info->attacked[them] & camp;
    add_danger(info, us, DANGER_FLANK,
               popcount(pressure) + popcount(pressure & info->attacked_twice[them]));
    add_danger(info, us, DANGER_FLANK_DEFENCE, popcount(info->attacked[us] & camp));
    if (!(pos->of[RK_QUEEN] & pos->by[them]))
        add_danger(info, us, DANGER_NO_QUEEN, 1);
    if (info->attacks[us][RK_KNIGHT] & step_attacks[info->king[us]])
        add_danger(info, us, DANGER_KNIGHT_DEFENDS, 1);
    return info->king_danger[us];
}

static tapered evaluate_king(struct evalinfo *info, rk_side us)
{
    const tapered shelter = pawns_shelter(info, us);
    const int danger = clamp_int(sum_danger(info, us), 0, DANGER_MAX);
    return shelter - TAPERED(danger * danger / DANGER_SQUARED, danger / DANGER_ENDGAME);
}

tapered kingsafety_evaluate(struct evalinfo *info)
{
    return evaluate_king(info, RK_WHITE) - evaluate_king(info, RK_BLACK);
}
