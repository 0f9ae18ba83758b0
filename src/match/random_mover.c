/* SPDX-License-Identifier: MIT */
#include "match/random_mover.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"

static bool play_moves(rk_position *pos, const char *moves)
{
    while (*moves) {
        const size_t size = strcspn(moves, " ");
        rk_move move;
        rk_undo undo;
        if (rk_uci_parse(pos, moves, size, RK_NOTATION_PLAIN, &move, NULL))
            return false;
        rk_position_apply(pos, move, &undo);
        moves += size;
        moves += *moves == ' ';
    }
    return true;
}

static bool find_position(const struct random_mover *mover, const struct search_request *request,
                          rk_position *out)
{
    const char *fen = request->fen;
    *out = rk_position_start(mover->variant);
    return (!fen || !rk_fen_parse(fen, strlen(fen), mover->variant, RK_FEN_PLAIN, out, NULL)) &&
           play_moves(out, request->moves);
}

enum external_result random_mover_search(struct random_mover *mover,
                                         const struct search_request *request,
                                         struct external_reply *out)
{
    rk_position pos;
    rk_move moves[RK_MOVES_MAX];
    *out = (struct external_reply){.best = "0000"};
    if (!find_position(mover, request, &pos))
        return EXTERNAL_INVALID_MOVE;
    const size_t found = rk_moves_list(&pos, moves);
    if (found)
        rk_uci_write(&pos, moves[prng_below(&mover->prng, (unsigned)found)], out->best);
    return EXTERNAL_REPLIED;
}
