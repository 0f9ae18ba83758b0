/* SPDX-License-Identifier: MIT */
#include "match/adjudication.h"

static void count(unsigned *plies, bool holds)
{
    *plies = holds ? *plies + 1 : 0;
}

static void note(const struct adjudication_rule *rule, struct adjudication *so_far,
                 struct adjudication_word word, const rk_position *pos)
{
    const int score = word.score;
    const rk_side other = rk_side_other(word.side);
    so_far->plies++;
    count(&so_far->ahead[word.side], word.has_score && score >= rule->resign_score);
    count(&so_far->ahead[other], word.has_score && score <= -rule->resign_score);
    count(&so_far->level, word.has_score && score <= rule->draw_score &&
                              score >= -rule->draw_score && pos->quiet_plies);
}

// A table's word holds where no quiet move has been counted yet: behind that, the fifty-move rule
// might end what it calls won.
static bool ask_tables(rk_tablebase *tables, const rk_position *pos, rk_winner *winner)
{
    rk_wdl wdl;
    if (pos->quiet_plies || !rk_tablebase_wdl(tables, pos, &wdl))
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

bool adjudicate(const struct adjudication_rule *rule, struct adjudication *so_far,
                struct adjudication_word word, const rk_position *pos, rk_winner *winner,
                const char **reason)
{
    note(rule, so_far, word, pos);
    if (rule->tables && ask_tables(rule->tables, pos, winner)) {
        *reason = "the endgame tables know the result";
        return true;
    }
    for (int side = RK_WHITE; side <= RK_BLACK; side++)
        if (rule->resign_moves && so_far->ahead[side] >= 2 * rule->resign_moves) {
            *winner = side == RK_WHITE ? RK_WHITE_WINS : RK_BLACK_WINS;
            *reason = "both engines call it won";
            return true;
        }
    *winner = RK_NOBODY_WINS;
    if (rule->draw_moves && so_far->level >= 2 * rule->draw_moves &&
        so_far->plies >= 2 * rule->draw_from) {
        *reason = "both engines call it level";
        return true;
    }
    *reason = "the game has lasted too long";
    return rule->moves_max && so_far->plies >= 2 * rule->moves_max;
}
