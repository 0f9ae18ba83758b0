/* SPDX-License-Identifier: MIT */
#include "engine/plain.h"

#include <stddef.h>

#include "engine/survey.h"
#include "rules/mode.h"

/* Pawn, knight, bishop, rook, queen, king, amazon. In antichess they are what is to be lost. */
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

int plain_value(rk_variant variant, rk_kind kind)
{
    return kind < RK_KIND_COUNT ? values[variant][kind] : 0;
}

static int clamp(int score)
{
    return score < -SCORE_MAX ? -SCORE_MAX : score > SCORE_MAX ? SCORE_MAX : score;
}

// ---- men -------------------------------------------------------------------------------------

// Pawns forward, pieces to the centre.
static int value_of_place(rk_side us, rk_kind kind, int square)
{
    const int centre = edge_distance(square & 7) + edge_distance(square >> 3);
    if (kind == RK_PAWN) {
        const int row = relative_rank(us, square);
        return row * row + edge_distance(square & 7) * 2;
    }
    return kind == RK_KING ? 0 : centre * (kind == RK_KNIGHT ? 7 : 3);
}

struct reach {
    uint64_t attacked;
    int moves, touches; /* squares it can go to; of those around the enemy king */
};

static struct reach reach_of(const rk_position *pos, rk_side us, uint64_t zone)
{
    struct reach reach = {.attacked = pawn_attacks(us, pos->of[RK_PAWN] & pos->by[us])};
    for (unsigned kind = RK_KNIGHT; kind < RK_KIND_COUNT; kind++) {
        for (uint64_t set = pos->of[kind] & pos->by[us]; set; set = rest(set)) {
            const uint64_t seen = attacks((rk_kind)kind, first(set), occupied(pos));
            reach.attacked |= seen;
            reach.moves += count(seen & ~pos->by[us]);
            reach.touches += count(seen & zone);
        }
    }
    return reach;
}

static int value_of_men(const rk_position *pos, rk_side us)
{
    int sum = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        for (uint64_t set = pos->of[kind] & pos->by[us]; set; set = rest(set))
            sum += values[pos->variant][kind] + value_of_place(us, (rk_kind)kind, first(set));
    return sum;
}

static uint64_t zone_of(const rk_position *pos, rk_side side)
{
    const uint64_t king = king_of(pos, side);
    return king ? step_attacks[first(king)] | king : 0;
}

// ---- goals -----------------------------------------------------------------------------------

static int value_of_checks(const rk_position *pos, rk_side us)
{
    static const int given[CHECKS_MAX + 1] = {0, 450, 150, 0};
    return given[pos->checks_left[us] & 3];
}

static int value_of_hill(const rk_position *pos, rk_side us)
{
    static const int near[8] = {0, 160, 90, 50, 20, 0, 0, 0};
    const int king = first(king_of(pos, us));
    int nearest = 7;
    for (uint64_t set = HILL; set; set = rest(set)) {
        const int far = distance(king, first(set));
        nearest = far < nearest ? far : nearest;
    }
    return near[nearest];
}

// Pieces in hand, and the holes around the enemy's king they could be dropped into.
static int value_of_pocket(const rk_position *pos, rk_side us)
{
    const rk_side them = other(us);
    const uint64_t zone = zone_of(pos, them);
    const struct reach defence = reach_of(pos, them, 0);
    const int holes =
        count(zone & ~occupied(pos) & ~pawn_attacks(them, pos->of[RK_PAWN] & pos->by[them]));
    const int attacked = count(zone & reach_of(pos, us, zone).attacked & ~defence.attacked);
    int sum = 0, men = 0;
    for (unsigned kind = RK_PAWN; kind <= RK_QUEEN; kind++) {
        const int held = pos->pocket[us][kind];
        sum += held * values[RK_STANDARD][kind] * 21 / 20;
        men += held * (kind == RK_PAWN ? 1 : 2);
    }
    return sum + (men < 8 ? men : 8) * (3 * holes + 6 * attacked);
}

int plain_goals(const rk_position *pos)
{
    int (*goal)(const rk_position *, rk_side) = NULL;
    switch ((rk_variant)pos->variant) {
    case RK_THREE_CHECK:
        goal = value_of_checks;
        break;
    case RK_KING_OF_THE_HILL:
        goal = value_of_hill;
        break;
    case RK_CRAZYHOUSE:
        goal = value_of_pocket;
        break;
    default:
        return 0;
    }
    return goal(pos, RK_WHITE) - goal(pos, RK_BLACK);
}

// ---- the variants that are not much like chess -----------------------------------------------

// Whatever stands beside the king and is attacked takes the king with it.
static int judge_atomic(const rk_position *pos, rk_side us)
{
    const rk_side them = other(us);
    const uint64_t zone = zone_of(pos, us);
    if (!zone)
        return -SCORE_MAX / 2;
    const struct reach attack = reach_of(pos, them, zone), own = reach_of(pos, us, 0);
    const int bombs = count(zone & pos->by[us] & attack.attacked & ~pos->of[RK_KING]);
    const int shield = count(zone & pos->of[RK_PAWN] & pos->by[us]);
    return value_of_men(pos, us) + 3 * own.moves - 140 * bombs - 8 * attack.touches + 10 * shield;
}

static int judge_antichess(const rk_position *pos, rk_side us)
{
    return value_of_men(pos, us) + 3 * reach_of(pos, us, 0).moves;
}

// The horde lives by its numbers and goes forward; the king's side by its pieces.
static int judge_horde(const rk_position *pos, rk_side us)
{
    const uint64_t zone = zone_of(pos, other(us));
    const struct reach reach = reach_of(pos, us, zone);
    const uint64_t pawns = pos->of[RK_PAWN] & pos->by[us];
    const int chained = count(pawns & pawn_attacks(us, pawns));
    return value_of_men(pos, us) + 3 * reach.moves + 6 * reach.touches + 6 * chained;
}

// A rank further counts more the nearer the goal is; squares ahead that are watched cost.
static int judge_race(const rk_position *pos, rk_side us)
{
    const uint64_t king = king_of(pos, us);
    const struct reach watch = reach_of(pos, other(us), 0);
    const int row = king ? first(king) >> 3 : 0;
    const uint64_t next =
        king && row < 7 ? step_attacks[first(king)] & FIRST_RANK << 8 * (row + 1) : 0;
    const int free_steps = count(next & ~watch.attacked & ~pos->by[us]);
    return value_of_men(pos, us) / 2 + 40 * row + 14 * row * row + 25 * (free_steps ? 1 : 0) +
           2 * reach_of(pos, us, 0).moves;
}

static int judge_pieces(const rk_position *pos, rk_side us)
{
    const uint64_t zone = zone_of(pos, other(us));
    const struct reach reach = reach_of(pos, us, zone);
    const int shield = count(zone_of(pos, us) & pos->of[RK_PAWN] & pos->by[us]);
    return value_of_men(pos, us) + 3 * reach.moves + 9 * reach.touches + 10 * shield;
}

int plain_judge(const rk_position *pos)
{
    const unsigned rules = variant_rows[pos->variant].rules;
    int (*judge)(const rk_position *, rk_side) = judge_pieces;
    if (rules & RK_CAPTURES_EXPLODE)
        judge = judge_atomic;
    else if (rules & RK_LOSER_WINS)
        judge = judge_antichess;
    else if (rules & RK_WHITE_IS_HORDE)
        judge = judge_horde;
    else if (rules & RK_KINGS_RACE)
        judge = judge_race;
    const int white = judge(pos, RK_WHITE) - judge(pos, RK_BLACK) + plain_goals(pos);
    return clamp(pos->turn == RK_WHITE ? white : -white);
}
