/* SPDX-License-Identifier: MIT */
#include "match/dice.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"

static bool play_moves(rk_position *pos, const char *moves)
{
    while (*moves) {
        const size_t size = strcspn(moves, " ");
        rk_move move;
        rk_memo undo;
        if (rk_uci_parse(pos, moves, size, &move, NULL))
            return false;
        rk_position_apply(pos, move, &undo);
        moves += size;
        moves += *moves == ' ';
    }
    return true;
}

static bool find_position(const struct dice *dice, const struct referee_question *question,
                          rk_position *out)
{
    const char *fen = question->fen;
    *out = rk_position_start(dice->variant);
    return (!fen || !rk_fen_parse(fen, strlen(fen), dice->variant, RK_FEN_PLAIN, out, NULL)) &&
           play_moves(out, question->moves);
}

enum external_result dice_ask(struct dice *dice, const struct referee_question *question,
                              struct external_reply *out)
{
    rk_position pos;
    rk_move moves[RK_MOVES_MAX];
    *out = (struct external_reply){.best = "0000"};
    if (!find_position(dice, question, &pos))
        return EXTERNAL_INVALID_MOVE;
    const size_t found = rk_moves_list(&pos, moves);
    if (found)
        rk_uci_write(&pos, moves[chance_below(&dice->chance, (unsigned)found)], out->best);
    return EXTERNAL_REPLIED;
}
