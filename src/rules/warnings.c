/* SPDX-License-Identifier: MIT */
/* Positions no game can reach, but the rules have an answer for. */
#include <stddef.h>

#include "rookery/position.h"
#include "rules/mode.h"

enum { PIECES_AT_START = 16, PAWNS_AT_START = 8 };

static int excess(uint64_t pieces, int at_start)
{
    return count(pieces) > at_start ? count(pieces) - at_start : 0;
}

// Bishops of one colour beyond the first were pawns too.
static int promotions_needed(const rk_position *pos, rk_side side)
{
    const uint64_t own = pos->by[side];
    return excess(pos->of[RK_KNIGHT] & own, 2) + excess(pos->of[RK_ROOK] & own, 2) +
           excess(pos->of[RK_BISHOP] & own & LIGHT, 1) +
           excess(pos->of[RK_BISHOP] & own & ~LIGHT, 1) +
           excess((pos->of[RK_QUEEN] | pos->of[RK_AMAZON]) & own, 1);
}

static unsigned notes_on_side(const rk_position *pos, rk_side side)
{
    const int pawns = count(pos->of[RK_PAWN] & pos->by[side]);
    unsigned notes = count(pos->by[side]) > PIECES_AT_START ? RK_WARNING_MANY_PIECES : 0;
    if (pawns > PAWNS_AT_START)
        notes |= RK_WARNING_MANY_PAWNS;
    else if (promotions_needed(pos, side) > PAWNS_AT_START - pawns)
        notes |= RK_WARNING_MANY_PROMOTIONS;
    return notes;
}

// One piece moves and one line opens: a third check, or a second by contact, came from nowhere.
static bool is_strange_check(const rk_position *pos, struct mode m)
{
    const uint64_t checkers = checkers_of(pos, m);
    const uint64_t sliders = owners_of(pos, m, RK_STRAIGHT | RK_DIAGONAL);
    return count(checkers) > 2 || rest(checkers & ~sliders);
}

unsigned rk_position_warnings(const rk_position *pos)
{
    const struct mode m = mode_of(pos);
    unsigned notes = is_strange_check(pos, m) ? RK_WARNING_IMPOSSIBLE_CHECK : 0;
    // Pieces change sides in crazyhouse, and the horde is many: there only checks can be strange.
    if (has_rule(m, RK_CAPTURES_DROP | RK_WHITE_IS_HORDE | RK_LOSER_WINS))
        return notes;
    return notes | notes_on_side(pos, RK_WHITE) | notes_on_side(pos, RK_BLACK);
}

const char *rk_position_warning_text(unsigned note)
{
    static const char *const texts[] = {
#define ROW(name, number, text) [number] = (text),
#include "rookery/position_warnings.def"
    };
    return note && (size_t)first(note) < sizeof texts / sizeof *texts ? texts[first(note)] : "";
}
