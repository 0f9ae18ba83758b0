/* SPDX-License-Identifier: MIT */
#include "match/adjudication.h"

static void count_in_a_row(unsigned *plies, bool holds)
{
    *plies = holds ? *plies + 1 : 0;
}

static void update_counters(const struct adjudication_rule *rule, struct adjudication *state,
                            struct engine_score reported, const rk_position *pos)
{
    const int score = reported.score;
    const rk_side other = rk_side_other(reported.side);
    state->plies++;
    count_in_a_row(&state->ahead[reported.side], reported.has_score && score >= rule->resign_score);
    count_in_a_row(&state->ahead[other], reported.has_score && score <= -rule->resign_score);
    count_in_a_row(&state->level, reported.has_score && score <= rule->draw_score &&
                                      score >= -rule->draw_score && pos->halfmove_clock);
}

// Only positions right after a capture or pawn move are probed: later, the fifty-move rule may draw
// a position that the tables call won.
static bool probe_tables(rk_tablebase *tables, const rk_position *pos, rk_winner *winner)
{
    rk_wdl wdl;
    if (pos->halfmove_clock || !rk_tablebase_wdl(tables, pos, &wdl))
        return false;
    const bool white = rk_position_turn(pos) == RK_WHITE;
    if (wdl == RK_WIN)
        *winner = white ? RK_WHITE_WINS : RK_BLACK_WINS;
    else if (wdl == RK_LOSS)
        *winner = white ? RK_BLACK_WINS : RK_WHITE_WINS;
    else
        *winner = RK_NOBODY_WINS;
    return true;
}

bool adjudicate(const struct adjudication_rule *rule, struct adjudication *state,
                struct engine_score reported, const rk_position *pos, rk_winner *winner,
                const char **reason)
{
    update_counters(rule, state, reported, pos);
    if (rule->tables && probe_tables(rule->tables, pos, winner)) {
        *reason = "adjudicated by endgame tables";
        return true;
    }
    for (int side = RK_WHITE; side <= RK_BLACK; side++)
        if (rule->resign_moves && state->ahead[side] >= 2 * rule->resign_moves) {
            *winner = side == RK_WHITE ? RK_WHITE_WINS : RK_BLACK_WINS;
            *reason = "both engines agree on a win";
            return true;
        }
    *winner = RK_NOBODY_WINS;
    if (rule->draw_moves && state->level >= 2 * rule->draw_moves &&
        state->plies >= 2 * rule->draw_from) {
        *reason = "both engines agree on a draw";
        return true;
    }
    *reason = "the move limit is reached";
    return rule->moves_max && state->plies >= 2 * rule->moves_max;
}
