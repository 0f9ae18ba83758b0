/* SPDX-License-Identifier: MIT */
#include "game/legality.h"

#include "base/fault.h"
#include "rookery/moves.h"
#include "rookery/san.h"

rk_err legality_refuse(rk_err err, const char *words, rk_fault *fault)
{
    return fault_set(fault, err, 0, words);
}

static rk_err refuse_drop(const rk_position *pos, rk_move move, rk_fault *fault)
{
    char text[RK_UCI_MAX];
    if (rk_move_dropped(move) >= RK_KIND_COUNT)
        return legality_refuse(RK_NO_SUCH_PIECE, rk_err_text(RK_NO_SUCH_PIECE), fault);
    const size_t size = rk_uci_write(pos, move, text);
    return rk_uci_parse(pos, text, size, &move, fault);
}

rk_err legality_check(const rk_position *pos, rk_move move, rk_fault *fault)
{
    if (rk_moves_legal(pos, move))
        return RK_OK;
    if (rk_move_type(move) == RK_DROP)
        return refuse_drop(pos, move, fault);
    if (rk_move_promotion(move) > RK_NO_KIND)
        return legality_refuse(RK_BAD_PROMOTION, rk_err_text(RK_BAD_PROMOTION), fault);
    const rk_err err = rk_move_illegal_reason(pos, rk_move_from(move), rk_move_to(move),
                                              rk_move_promotion(move), fault);
    if (err)
        return err;
    // The piece may go there, but not in this way: such as a step said to castle.
    return legality_refuse(RK_NOT_ITS_MOVE, rk_err_text(RK_NOT_ITS_MOVE), fault);
}
