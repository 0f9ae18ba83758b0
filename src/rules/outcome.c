/* SPDX-License-Identifier: MIT */
#include "rookery/outcome.h"

#include "rookery/moves.h"
#include "rules/material.h"
#include "rules/movegen.h"

enum { FIFTY_MOVES = 100, SEVENTY_FIVE_MOVES = 150 };

static rk_winner winner_of(rk_side side)
{
    return side == RK_WHITE ? RK_WHITE_WINS : RK_BLACK_WINS;
}

static rk_outcome end_of_race(const rk_position *pos)
{
    const uint64_t arrived = pos->of[RK_KING] & LAST_RANK;
    if (arrived & pos->by[RK_WHITE] && arrived & pos->by[RK_BLACK])
        return (rk_outcome){RK_RACE_FINISHED, RK_NOBODY_WINS};
    return (rk_outcome){RK_RACE_FINISHED,
                        winner_of(arrived & pos->by[RK_WHITE] ? RK_WHITE : RK_BLACK)};
}

/* The game has ended by the variant's rule, as is_decided() found. */
static rk_outcome end_of_variant(const rk_position *pos, struct mode m)
{
    const rk_side them = other(m.us);
    if (has_rule(m, RK_CHECKS_COUNT))
        return (rk_outcome){RK_THIRD_CHECK, winner_of(pos->checks_left[m.us] ? them : m.us)};
    if (has_rule(m, RK_HILL_WINS)) // if both kings are there, the side to move arrived first
        return (rk_outcome){RK_KING_ON_HILL, winner_of(king_of(pos, m.us) & HILL ? m.us : them)};
    if (has_rule(m, RK_CAPTURES_EXPLODE))
        return (rk_outcome){RK_KING_EXPLODED, winner_of(king_of(pos, m.us) ? m.us : them)};
    if (has_rule(m, RK_LOSER_WINS))
        return (rk_outcome){RK_ALL_PIECES_LOST, winner_of(pos->by[m.us] ? them : m.us)};
    if (has_rule(m, RK_WHITE_IS_HORDE))
        return (rk_outcome){RK_HORDE_DESTROYED, RK_BLACK_WINS};
    return end_of_race(pos);
}

static rk_outcome end_without_moves(const rk_position *pos, struct mode m)
{
    if (rk_position_in_check(pos))
        return (rk_outcome){RK_CHECKMATE, winner_of(other(m.us))};
    if (has_rule(m, RK_LOSER_WINS))
        return (rk_outcome){RK_NO_MOVE_LEFT, winner_of(m.us)};
    return (rk_outcome){RK_STALEMATE, RK_NOBODY_WINS};
}

rk_outcome rk_position_outcome(const rk_position *pos)
{
    const struct mode m = mode_of(pos);
    if (is_decided(pos, m, request_all(pos, m)))
        return end_of_variant(pos, m);
    if (!rk_moves_any(pos))
        return end_without_moves(pos, m);
    if (!material_can_win(pos, RK_WHITE) && !material_can_win(pos, RK_BLACK))
        return (rk_outcome){RK_INSUFFICIENT_MATERIAL, RK_NOBODY_WINS};
    if (pos->halfmove_clock >= SEVENTY_FIVE_MOVES && !has_rule(m, RK_CAPTURES_DROP))
        return (rk_outcome){RK_SEVENTY_FIVE_MOVES, RK_NOBODY_WINS};
    return (rk_outcome){RK_NOT_OVER, RK_NOBODY_WINS};
}

const char *rk_end_text(rk_end end)
{
    static const char *const texts[] = {
#define ROW(name, text) [name] = (text),
#include "rookery/ends.def"
    };
    return texts[end];
}

bool rk_position_can_win(const rk_position *pos, rk_side side)
{
    return material_can_win(pos, side);
}

bool rk_position_fifty_moves(const rk_position *pos)
{
    return pos->halfmove_clock >= FIFTY_MOVES && !has_rule(mode_of(pos), RK_CAPTURES_DROP);
}

size_t rk_repetitions(const rk_position *positions, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (positions[i].key == positions[count - 1].key &&
            rk_position_same(&positions[i], &positions[count - 1]))
            found++;
    return found;
}
