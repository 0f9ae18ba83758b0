/* SPDX-License-Identifier: MIT */
#include "engine/varianteval.h"

#include <stddef.h>

#include "base/minmax.h"
#include "engine/evalinfo.h"
#include "rules/mode.h"

/* Pawn, knight, bishop, rook, queen, king, amazon. In antichess pieces are a burden. */
static const int values[RK_VARIANT_COUNT][RK_KIND_COUNT] = {
    [RK_STANDARD] = {100, 320, 335, 500, 970, 0, 1300},
    [RK_CHESS960] = {100, 320, 335, 500, 970, 0, 1300},
    [RK_THREE_CHECK] = {100, 330, 340, 500, 970, 0, 1300},
    [RK_KING_OF_THE_HILL] = {100, 320, 335, 500, 970, 0, 1300},
    [RK_ATOMIC] = {130, 250, 280, 460, 1000, 0, 1300},
    [RK_ANTICHESS] = {-200, -200, -200, -200, -200, -200, -200},
    [RK_CRAZYHOUSE] = {110, 280, 290, 380, 700, 0, 900},
    [RK_HORDE] = {100, 290, 300, 500, 900, 0, 1300},
    [RK_RACING_KINGS] = {0, 300, 330, 520, 1000, 0, 1300},
    [RK_AMAZON_CHESS] = {100, 320, 335, 500, 970, 0, 1300},
};

int varianteval_piece_value(rk_variant variant, rk_kind kind)
{
    return kind < RK_KIND_COUNT ? values[variant][kind] : 0;
}

// ---- pieces ----------------------------------------------------------------------------------

// Pawns forward, pieces to the centre.
static int square_score(rk_side us, rk_kind kind, int square)
{
    const int centre = edge_distance(square & 7) + edge_distance(square >> 3);
    if (kind == RK_PAWN) {
        const int row = relative_rank(us, square);
        return row * row + edge_distance(square & 7) * 2;
    }
    return kind == RK_KING ? 0 : centre * (kind == RK_KNIGHT ? 7 : 3);
}

struct activity {
    uint64_t attacked;
    int mobility,
        king_attacks; /* squares the pieces can go to; attacked squares of the king zone */
};

static struct activity find_activity(const rk_position *pos, rk_side us, uint64_t zone)
{
    struct activity activity = {.attacked = pawn_attacks(us, pos->of[RK_PAWN] & pos->by[us])};
    for (unsigned kind = RK_KNIGHT; kind < RK_KIND_COUNT; kind++) {
        for (uint64_t set = pos->of[kind] & pos->by[us]; set; set = without_lsb(set)) {
            const uint64_t seen = attacks((rk_kind)kind, lsb(set), occupied(pos));
            activity.attacked |= seen;
            activity.mobility += popcount(seen & ~pos->by[us]);
            activity.king_attacks += popcount(seen & zone);
        }
    }
    return activity;
}

static int piece_score(const rk_position *pos, rk_side us)
{
    int sum = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        for (uint64_t set = pos->of[kind] & pos->by[us]; set; set = without_lsb(set))
            sum += values[pos->variant][kind] + square_score(us, (rk_kind)kind, lsb(set));
    return sum;
}

static uint64_t king_zone(const rk_position *pos, rk_side side)
{
    const uint64_t king = king_of(pos, side);
    return king ? step_attacks[lsb(king)] | king : 0;
}

// ---- goals -----------------------------------------------------------------------------------

static int three_check_score(const rk_position *pos, rk_side us)
{
    static const int scores[CHECKS_MAX + 1] = {0, 450, 150, 0};
    return scores[pos->checks_left[us] & 3];
}

static int hill_score(const rk_position *pos, rk_side us)
{
    static const int scores[8] = {0, 160, 90, 50, 20, 0, 0, 0};
    const int king = lsb(king_of(pos, us));
    int nearest = 7;
    for (uint64_t set = HILL; set; set = without_lsb(set)) {
        nearest = min_int(nearest, distance(king, lsb(set)));
    }
    return scores[nearest];
}

// Pieces in the pocket, and the squares around the enemy king onto which they could be dropped.
static int crazyhouse_score(const rk_position *pos, rk_side us)
{
    const rk_side them = other(us);
    const uint64_t zone = king_zone(pos, them);
    const struct activity defence = find_activity(pos, them, 0);
    const int holes =
        popcount(zone & ~occupied(pos) & ~pawn_attacks(them, pos->of[RK_PAWN] & pos->by[them]));
    const int attacked = popcount(zone & find_activity(pos, us, zone).attacked & ~defence.attacked);
    int sum = 0, drops = 0;
    for (unsigned kind = RK_PAWN; kind <= RK_QUEEN; kind++) {
        const int held = pos->pocket[us][kind];
        sum += held * values[RK_STANDARD][kind] * 21 / 20;
        drops += held * (kind == RK_PAWN ? 1 : 2);
    }
    return sum + min_int(drops, 8) * (3 * holes + 6 * attacked);
}

int varianteval_goals(const rk_position *pos)
{
    int (*goal)(const rk_position *, rk_side) = NULL;
    switch ((rk_variant)pos->variant) {
    case RK_THREE_CHECK:
        goal = three_check_score;
        break;
    case RK_KING_OF_THE_HILL:
        goal = hill_score;
        break;
    case RK_CRAZYHOUSE:
        goal = crazyhouse_score;
        break;
    default:
        return 0;
    }
    return goal(pos, RK_WHITE) - goal(pos, RK_BLACK);
}

// ---- variants unlike chess -------------------------------------------------------------------

// A capture of a piece next to the king explodes the king too.
static int evaluate_atomic(const rk_position *pos, rk_side us)
{
    const rk_side them = other(us);
    const uint64_t zone = king_zone(pos, us);
    if (!zone)
        return -SCORE_MAX / 2;
    const struct activity attack = find_activity(pos, them, zone), own = find_activity(pos, us, 0);
    const int bombs = popcount(zone & pos->by[us] & attack.attacked & ~pos->of[RK_KING]);
    const int shield = popcount(zone & pos->of[RK_PAWN] & pos->by[us]);
    return piece_score(pos, us) + 3 * own.mobility - 140 * bombs - 8 * attack.king_attacks +
           10 * shield;
}

static int evaluate_antichess(const rk_position *pos, rk_side us)
{
    return piece_score(pos, us) + 3 * find_activity(pos, us, 0).mobility;
}

// Pawn chains count besides pieces and mobility.
static int evaluate_horde(const rk_position *pos, rk_side us)
{
    const uint64_t zone = king_zone(pos, other(us));
    const struct activity activity = find_activity(pos, us, zone);
    const uint64_t pawns = pos->of[RK_PAWN] & pos->by[us];
    const int chained = popcount(pawns & pawn_attacks(us, pawns));
    return piece_score(pos, us) + 3 * activity.mobility + 6 * activity.king_attacks + 6 * chained;
}

// Ranks count more near the goal. A free step is a square ahead that is not attacked.
static int evaluate_racing_kings(const rk_position *pos, rk_side us)
{
    const uint64_t king = king_of(pos, us);
    const struct activity enemy = find_activity(pos, other(us), 0);
    const int row = king ? lsb(king) >> 3 : 0;
    const uint64_t next =
        king && row < 7 ? step_attacks[lsb(king)] & FIRST_RANK << 8 * (row + 1) : 0;
    const int free_steps = popcount(next & ~enemy.attacked & ~pos->by[us]);
    return piece_score(pos, us) / 2 + 40 * row + 14 * row * row + 25 * (free_steps ? 1 : 0) +
           2 * find_activity(pos, us, 0).mobility;
}

static int evaluate_generic(const rk_position *pos, rk_side us)
{
    const uint64_t zone = king_zone(pos, other(us));
    const struct activity activity = find_activity(pos, us, zone);
    const int shield = popcount(king_zone(pos, us) & pos->of[RK_PAWN] & pos->by[us]);
    return piece_score(pos, us) + 3 * activity.mobility + 9 * activity.king_attacks + 10 * shield;
}

int varianteval_evaluate(const rk_position *pos)
{
    const unsigned rules = variant_rows[pos->variant].rules;
    int (*evaluate_side)(const rk_position *, rk_side) = evaluate_generic;
    if (rules & RK_CAPTURES_EXPLODE)
        evaluate_side = evaluate_atomic;
    else if (rules & RK_LOSER_WINS)
        evaluate_side = evaluate_antichess;
    else if (rules & RK_WHITE_IS_HORDE)
        evaluate_side = evaluate_horde;
    else if (rules & RK_KINGS_RACE)
        evaluate_side = evaluate_racing_kings;
    const int white =
        evaluate_side(pos, RK_WHITE) - evaluate_side(pos, RK_BLACK) + varianteval_goals(pos);
    return clamp_int(pos->turn == RK_WHITE ? white : -white, -SCORE_MAX, SCORE_MAX);
}
