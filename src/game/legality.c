/* SPDX-License-Identifier: MIT */
#include "game/legality.h"

#include "base/fault.h"
#include "rookery/moves.h"
#include "rookery/san.h"

static rk_err explain_drop(const rk_position *pos, rk_move move, rk_fault *fault)
{
    char text[RK_UCI_MAX];
    if (rk_move_dropped(move) >= RK_KIND_COUNT)
        return fault_set_default(fault, RK_NO_SUCH_PIECE);
    const size_t size = rk_uci_write(pos, move, text);
    return rk_uci_parse(pos, text, size, RK_NOTATION_PLAIN, &move, fault);
}

rk_err legality_check(const rk_position *pos, rk_move move, rk_fault *fault)
{
    if (rk_moves_legal(pos, move))
        return RK_OK;
    if (rk_move_type(move) == RK_DROP)
        return explain_drop(pos, move, fault);
    if (rk_move_promotion(move) > RK_NO_KIND)
        return fault_set_default(fault, RK_BAD_PROMOTION);
    const rk_err err = rk_move_illegal_reason(pos, rk_move_from(move), rk_move_to(move),
                                              rk_move_promotion(move), fault);
    if (err)
        return err;
    // The piece may move there, but not with this type: a king's step marked as castling.
    return fault_set_default(fault, RK_NOT_ITS_MOVE);
}
