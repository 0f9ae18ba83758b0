/* SPDX-License-Identifier: MIT */
/* Warnings about playable positions that no game can reach. */
#include <stddef.h>

#include "rookery/position.h"
#include "rules/mode.h"

enum { PIECES_AT_START = 16, PAWNS_AT_START = 8 };

static int excess(uint64_t pieces, int at_start)
{
    return popcount(pieces) > at_start ? popcount(pieces) - at_start : 0;
}

// A second bishop on the same colour must be a promoted pawn.
static int promotions_needed(const rk_position *pos, rk_side side)
{
    const uint64_t own = pos->by[side];
    return excess(pos->of[RK_KNIGHT] & own, 2) + excess(pos->of[RK_ROOK] & own, 2) +
           excess(pos->of[RK_BISHOP] & own & LIGHT, 1) +
           excess(pos->of[RK_BISHOP] & own & ~LIGHT, 1) +
           excess((pos->of[RK_QUEEN] | pos->of[RK_AMAZON]) & own, 1);
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

// A move gives at most two checks, one of them discovered, so two by pawns or leapers are
// impossible.
static bool is_impossible_check(const rk_position *pos, struct mode m)
{
    const uint64_t checkers = checkers_of(pos, m);
    const uint64_t sliders = owners_of(pos, m, RK_STRAIGHT | RK_DIAGONAL);
    return popcount(checkers) > 2 || without_lsb(checkers & ~sliders);
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
