/* SPDX-License-Identifier: MIT */
/* Warnings about playable positions that no game can reach. */
#include <stddef.h>

#include "rookery/position.h"
#include "rules/mode.h"

enum { PIECES_AT_START = 16, PAWNS_AT_START = 8 };

static int count_excess(uint64_t pieces, int at_start)
{
    return popcount(pieces) > at_start ? popcount(pieces) - at_start : 0;
}

// A second bishop on the same colour must be a promoted pawn.
static int promotions_needed(const rk_position *pos, rk_side side)
{
    const uint64_t own = pos->by[side];
    return count_excess(pos->of[RK_KNIGHT] & own, 2) + count_excess(pos->of[RK_ROOK] & own, 2) +
           count_excess(pos->of[RK_BISHOP] & own & LIGHT, 1) +
           count_excess(pos->of[RK_BISHOP] & own & ~LIGHT, 1) +
           count_excess((pos->of[RK_QUEEN] | pos->of[RK_AMAZON]) & own, 1);
}

static unsigned side_warnings(const rk_position *pos, rk_side side)
{
    const int pawns = popcount(pos->of[RK_PAWN] & pos->by[side]);
    unsigned warnings = popcount(pos->by[side]) > PIECES_AT_START ? RK_WARNING_MANY_PIECES : 0;
    if (pawns > PAWNS_AT_START)
        warnings |= RK_WARNING_MANY_PAWNS;
    else if (promotions_needed(pos, side) > PAWNS_AT_START - pawns)
        warnings |= RK_WARNING_MANY_PROMOTIONS;
    return warnings;
}

/* Returns true if a pawn that has just moved two squares cannot have given these checks: a check
 * is either its own or was discovered by its move, and no such move gives both. */
static bool is_impossible_after_push(const rk_position *pos, struct mode m, uint64_t checkers)
{
    const uint64_t pawn = bit(pos->en_passant - step_ahead(m.us));
    const uint64_t origin = bit(pos->en_passant + step_ahead(m.us));
    const uint64_t before = (occupied(pos) & ~pawn) | origin;
    const int king = lsb(king_of(pos, m.us));
    return without_lsb(checkers) ||
           attackers_of(pos, m, king, before, other(m.us)) & checkers & ~pawn;
}

/* A move gives at most two checks, one of them discovered: two by pawns or leapers are impossible.
 * So are two on the same line: the piece that moved cannot have come from there, because the king
 * is in its way. */
static bool is_impossible_double_check(const rk_position *pos, struct mode m, uint64_t checkers)
{
    const uint64_t sliders = pieces_with_movement(pos, m, RK_STRAIGHT | RK_DIAGONAL);
    const uint64_t king = king_of(pos, m.us), second = without_lsb(checkers);
    return without_lsb(second) || without_lsb(checkers & ~sliders) ||
           (second && path[lsb(checkers)][lsb(second)] & king);
}

static bool is_impossible_check(const rk_position *pos, struct mode m)
{
    const uint64_t checkers = checkers_of(pos, m);
    if (!checkers)
        return false;
    if (pos->en_passant != RK_NO_SQUARE)
        return is_impossible_after_push(pos, m, checkers);
    // Atomic: an explosion discovers any number of checks, and so does a king that steps away from
    // the other king.
    return !has_rule(m, RK_CAPTURES_EXPLODE) && is_impossible_double_check(pos, m, checkers);
}

unsigned rk_position_warnings(const rk_position *pos)
{
    const struct mode m = mode_of(pos);
    unsigned warnings = is_impossible_check(pos, m) ? RK_WARNING_IMPOSSIBLE_CHECK : 0;
    // Piece counts are not checked where pieces change sides (crazyhouse), where a side starts with
    // more (horde), and where there are other promotions (antichess).
    if (has_rule(m, RK_CAPTURES_DROP | RK_WHITE_IS_HORDE | RK_LOSER_WINS))
        return warnings;
    return warnings | side_warnings(pos, RK_WHITE) | side_warnings(pos, RK_BLACK);
}

const char *rk_position_warning_text(unsigned warning)
{
    static const char *const texts[] = {
#define ROW(name, number, text) [number] = (text),
#include "rookery/position_warnings.def"
    };
    return warning && (size_t)lsb(warning) < sizeof texts / sizeof *texts ? texts[lsb(warning)]
                                                                          : "";
}
