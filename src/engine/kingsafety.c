/* SPDX-License-Identifier: MIT */
#include "engine/kingsafety.h"

#include "engine/pawns.h"
#include "rules/attacks.h"

enum { ATTACKERS_MAX = 5 };

/* Squares from which each kind could give check: safely, or not. */
struct check_squares {
    uint64_t safe[RK_KIND_COUNT], unsafe;
};

static void look_for_checks(const struct survey *survey, rk_side us, uint64_t safe,
                            struct check_squares *out)
{
    const rk_side them = other(us);
    const uint64_t(*attacks_of)[RK_KIND_COUNT] = survey->attacks;
    const uint64_t queen = survey->pos->of[RK_QUEEN] & survey->pos->by[us];
    const uint64_t in_the_way = survey->occupied ^ queen;
    const uint64_t straight = straight_attacks(survey->king[us], in_the_way);
    const uint64_t diagonal = diagonal_attacks(survey->king[us], in_the_way);
    const uint64_t rooks = straight & attacks_of[them][RK_ROOK];
    const uint64_t bishops = diagonal & attacks_of[them][RK_BISHOP];
    const uint64_t knights = leap_attacks[survey->king[us]] & attacks_of[them][RK_KNIGHT];
    out->safe[RK_ROOK] = rooks & safe;
    out->safe[RK_QUEEN] = (straight | diagonal) & attacks_of[them][RK_QUEEN] & safe &
                          ~attacks_of[us][RK_QUEEN] & ~out->safe[RK_ROOK];
    out->safe[RK_BISHOP] = bishops & safe & ~out->safe[RK_QUEEN];
    out->safe[RK_KNIGHT] = knights & safe;
    out->unsafe = ((rooks | bishops | knights) & ~safe) & ~survey->pos->by[them];
}

static uint64_t flank_of(int king)
{
    const uint64_t left = FILE_A | FILE_A << 1 | FILE_A << 2;
    const int file = king & 7;
    return file < 3   ? left | FILE_A << 3
           : file < 5 ? left << 2 | FILE_A << 5
                      : left << 5 | FILE_H >> 3;
}

/* What the enemy can do to the king of `us`, as a number that counts more than double
 * when it is doubled. */
static int add_up_danger(struct survey *survey, rk_side us)
{
    const rk_side them = other(us);
    const rk_position *pos = survey->pos;
    const uint64_t weak =
        survey->attacked[them] & ~survey->twice[us] &
        (~survey->attacked[us] | survey->attacks[us][RK_KING] | survey->attacks[us][RK_QUEEN]);
    const uint64_t safe = ~pos->by[them] & (~survey->attacked[us] | (weak & survey->twice[them]));
    struct check_squares checks;
    look_for_checks(survey, us, safe, &checks);
    for (unsigned kind = RK_KNIGHT; kind <= RK_QUEEN; kind++)
        if (checks.safe[kind])
            endanger(survey, us,
                     DANGER_SAFE_CHECK + (kind - RK_KNIGHT) * 2 + (rest(checks.safe[kind]) ? 1 : 0),
                     1);
    endanger(survey, us, DANGER_UNSAFE_CHECK, count(checks.unsafe));
    const int attackers = survey->attackers[us];
    endanger(survey, us,
             DANGER_ATTACKERS + (unsigned)(attackers < ATTACKERS_MAX ? attackers : ATTACKERS_MAX),
             1);
    endanger(survey, us, DANGER_WEAK_RING, count(weak & survey->ring[us]));
    endanger(survey, us, DANGER_PINNED, count(survey->pinned[us]));
    const uint64_t camp = flank_of(survey->king[us]) & ~ranks_ahead(us, us == RK_WHITE ? 32 : 24);
    const uint64_t pressure = survey->attacked[them] & camp;
    endanger(survey, us, DANGER_FLANK, count(pressure) + count(pressure & survey->twice[them]));
    endanger(survey, us, DANGER_FLANK_DEFENCE, count(survey->attacked[us] & camp));
    if (!(pos->of[RK_QUEEN] & pos->by[them]))
        endanger(survey, us, DANGER_NO_QUEEN, 1);
    if (survey->attacks[us][RK_KNIGHT] & step_attacks[survey->king[us]])
        endanger(survey, us, DANGER_KNIGHT_DEFENDS, 1);
    return survey->danger[us];
}

static tapered judge_side(struct survey *survey, rk_side us)
{
    const tapered shelter = pawns_shelter(survey, us);
    int danger = add_up_danger(survey, us);
    danger = danger < 0 ? 0 : danger > DANGER_MAX ? DANGER_MAX : danger;
    return shelter - TAPERED(danger * danger / DANGER_SQUARED, danger / DANGER_ENDGAME);
}

tapered kingsafety_judge(struct survey *survey)
{
    return judge_side(survey, RK_WHITE) - judge_side(survey, RK_BLACK);
}
